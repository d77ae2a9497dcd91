"""Registers a report behind the last one, changes it, and takes it away again by its id, or by its name as servers of old wanted it.
Arguments: name unregister-by (id or name). Prints what the server said, one line each."""
import sys

import restapi

name, unregister_by = sys.argv[1:]
OPTION = ('{"name":"cvssVersion","label":"CVSS Version","description":"<b>2.0</b> or 3.x","type":"string",'
          '"defaultValue":"3.x","required":"true","order":"1"}')


def body(report_id, order):
    """Concatenated: every value is a text."""
    start = '{"id":"%s",' % report_id if report_id else "{"
    return start + '"name":"%s","path":"%s/create_report.sh","enabled":"true","order":"%s","enableProjectPicker":"true","reportOptions":[%s]}' % (
        name, "report-" + name.replace(" ", "-"), order, OPTION)


def send(method, text):
    return restapi.requests.request(method, restapi.API + "/reports/", headers=restapi.HEADERS, data=text)


def find():
    response = restapi.get("reports/?name=" + name)
    if response.status_code != 200 and "Total records :0 number of pages :0" in response.text:
        return None
    return response.json()["data"][0]


if find() is not None:
    raise SystemExit("it is there already")
last = max(restapi.get("reports/").json()["data"], key=lambda one: one["id"])
order = last["order"] + 1
print(send("POST", body(None, order)).json()["id"])
duplicate = send("POST", body(None, order))
print("already exists. Enter a different name" in duplicate.text)
print(send("PUT", body(find()["id"], order)).json()["message"])
print("Unrecognized field" in send("PUT", body(find()["id"], order)[:-1] + ',"bogus":"1"}').text)
removed = restapi.send("DELETE", "reports/%s" % (find()["id"] if unregister_by == "id" else name))
print(removed.json()["message"])
print(find())
