"""An SDK: one session whose headers stay as the last upload left them, Python's words for booleans in the query, and answers read into
models that insist on their members. Arguments: project-id archive. Prints counts, as JSON."""
import json
import os
import sys

import requests

project, archive = sys.argv[1:]
session = requests.Session()
session.headers.update({"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["TOKEN"]})


class SdkError(Exception):
    def __init__(self, body):
        try:
            self.told = (body["Arguments: "], body["Key: "], body["Error: "])
        except KeyError as missing:
            raise ValueError("no error of the server: %s" % body) from missing


def call(method, path, expected=200, **more):
    response = session.request(method, os.environ["API"] + "/" + path, **more)
    if response.status_code != expected:
        raise SdkError(response.json())
    return response


def insist(record, *names):
    for name in names:
        if record[name] is None:
            raise ValueError("%s of %r" % (name, record))


try:
    call("GET", "project/id", params={"projectName": "there is no such project"})
    raise SystemExit("an unknown name was found")
except SdkError as error:
    if error.told != (["", ""], " InvalidProjectNameParm", "The project name entered was not found"):
        raise

# It sends a form with the file in it, not the file: a server that looks at archives refuses that.
session.headers["Content-Type"] = "application/octet-stream"
try:
    with open(archive, "rb") as body:
        call("POST", "project/uploadProjectCodebase", params={"projectId": project, "deleteExistingFileOnServer": False}, data={"file": body})
    raise SystemExit("the form was taken for an archive")
except SdkError:
    pass

# From here on everything is called octets.
made = call("POST", "projects", 201, data=json.dumps({"name": "by the SDK", "description": None, "folderId": None, "risk": None})).json()
insist(made["data"], "id")
reports = call("GET", "reports").json()["data"]
for report in reports:
    insist(report, "id", "name", "path", "default", "enabled", "enableProjectPicker", "order", "createdDateTime", "updatedDateTime")
projects = call("GET", "projects").json()["data"]
for one in projects:
    insist(one, "id", "name", "owner", "status")
items, page, last = [], 1, 1
while page <= last:
    answer = call("GET", "project/inventory/%s" % project, params={"pageSize": 7, "size": 2, "page": page, "skipVulnerabilities": True, "published": True})
    insist(answer.json(), "projectId", "inventoryItems")
    items += answer.json()["inventoryItems"]
    page, last = page + 1, int(answer.headers["number-of-pages"])
for item in items:
    insist(item, "itemNumber", "id", "name", "type", "priority", "createdBy", "componentName")
empty = call("GET", "projects/%s/inventorySummary" % made["id"], params={"vulnerabilitySummary": True, "cvssVersion": "ANY", "published": "ALL"})
totals = [int(empty.headers[name]) for name in ["current-page", "number-of-pages", "total-records"]]
found = call("GET", "inventories/%s/vulnerabilities" % items[0]["id"], params={"limit": 25, "offset": 1}).json()["data"]
for one in found:
    insist(one, "vulnerabilityId", "vulnerabilityName", "vulnerabilityDescription", "vulnerabilityCvssV3Score", "vulnerabilityCvssV3Severity")
print(json.dumps({"reports": len(reports), "projects": len(projects), "items": [item["itemNumber"] for item in items], "empty": totals}))
