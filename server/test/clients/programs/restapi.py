"""A library of calls as Python programs for this interface have it: JSON as content type of everything, paging by the headers of each
answer, texts of refusals compared, members read without a guard. A program that ends in an exception has met what it cannot read."""
import json
import os

import requests

API = os.environ["API"]
HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["TOKEN"]}


class ServerError(Exception):
    pass


def get(path):
    return requests.get(API + "/" + path, headers=HEADERS)


def ask(path):
    """The answer's data, where only 200 will do."""
    response = get(path)
    if response.status_code != 200:
        raise ServerError(response.text)
    return response.json()["data"]


def send(method, path, body=None):
    """Bodies are built and encoded by hand, and an empty one is sent as nothing under the type of JSON."""
    data = "" if body is None else json.dumps(body).encode("utf-8")
    return requests.request(method, API + "/" + path, headers=HEADERS, data=data)


def release():
    response = get("v1/agent/supports")
    if "Unauthorized" in response.text:
        raise ServerError("Invalid authorization token")
    return json.loads(response.json()["Content: "])["fnci.release.name"].replace(" ", "")


def project_id(name):
    response = get("project/id/?projectName=" + name)
    if response.status_code == 200:
        return response.json()["Content: "]
    if response.json()["Error: "] == "The project name entered was not found":
        return None
    raise ServerError(response.text)


def folder(name, parent="1"):
    """The id of a folder, which is taken out of the refusal when it is there already."""
    response = send("POST", "folders/", {"name": name, "parentFolderId": parent})
    if response.status_code == 201:
        return response.json()["id"]
    message = response.json()["errors"][0]["message"]
    if response.status_code == 400 and message.startswith("Duplicate folder name under the same parent"):
        return message.split(":")[1]
    raise ServerError(response.text)


def create_project(name, **members):
    response = send("POST", "projects/", {"name": name, **members})
    if response.status_code == 201:
        return response.json()["id"]
    if response.status_code == 400 and response.json()["errors"][0]["message"].endswith("already exists."):
        return None
    raise ServerError(response.text)


def upload(project, archive):
    headers = {**HEADERS, "Content-Type": "application/octet-stream"}
    path = "/project/uploadProjectCodebase?projectId=%s&deleteExistingFileOnServer=true&expansionLevel=1" % project
    with open(archive, "rb") as body:
        response = requests.post(API + path, headers=headers, data=body)
    if response.status_code != 200 or "File upload successful" not in response.json()["Content: "]:
        raise ServerError(response.text)


def scan(project):
    """The task of a new scan, or of the one that is under way: its id is cut from the end of the raw text."""
    response = send("POST", "scanResource/projectScan/%s" % project)
    if response.status_code == 409:
        return int(response.text.split("task ID: ")[1][:-2])
    task = response.json()["Content: "]
    if not isinstance(task, int):
        raise ServerError(response.text)
    return task


def scan_status(task):
    return get("project/scanStatus/%s" % task).json()["Content: "]


def pages(path, read):
    """What `read` finds in each page. The number of pages is that of the first answer."""
    response = get(path % 1)
    if response.status_code != 200:
        raise ServerError(response.text)
    found = [read(response.json())]
    current, last = response.headers["Current-page"], response.headers["Number-of-pages"]
    while int(current) < int(last):
        response = get(path % (int(current) + 1))
        current = response.headers["Current-page"]
        found.append(read(response.json()))
    return found


def flat(lists):
    return [one for some in lists for one in some]


def inventory(project):
    path = "project/inventory/%s?skipVulnerabilities=false&published=true&size=2&includeFiles=true&page=%%s" % project
    return flat(pages(path, lambda body: body["inventoryItems"]))


def inventory_summary(project):
    path = "projects/%s/inventorySummary/?vulnerabilitySummary=true&cvssVersion=V3&published=ANY&limit=2&offset=%%s" % project
    return flat(pages(path, lambda body: body["data"]))


def history(item):
    merged = {}
    for page in pages("inventories/%s/history?limit=1&offset=%%s" % item, lambda body: body["data"]):
        merged.update(page)
    return merged


def scanned_files(project):
    """Page by page for the count, then all of them at once."""
    path = "projects/%s/allscannedfiles/?includeMD5Hash=true&includeSHA1Hash=true&offset=1&limit=%s"
    response = get(path % (project, 25))
    if response.status_code == 400 and "Total records :0 number of pages :0" in str(response.json()["errors"]):
        return []
    response = get(path % (project, int(response.headers["Number-of-pages"]) * 25))
    response.headers["Current-page"]
    return response.json()["data"]


def tasks(project):
    response = get("tasks/search?projectId=%s&status=OPEN" % project)
    nothing = "The page 1 you requested is out of bounds. Total records :0 number of pages :0"
    if response.status_code == 400 and response.json()["errors"][0]["message"] == nothing:
        return []
    return response.json()["data"]


def analysis(item):
    response = get("inventories/%s/vulnerabilities/analysis?analysisState=ANY&offset=1&limit=100000" % item)
    return response.json()["data"]["analyzedVulnerabilities"]


def version_vulnerabilities(version):
    return flat(pages("components/%s/vulnerabilities?limit=25&offset=%%s" % version, lambda body: body["data"]))


def license_by(query):
    return get("license/lookup?" + query).json()["Content: "]


def user(query):
    return ask("users/search?" + query)[0]


def upload_report(project, report, path):
    """A form: the library writes the content type, with its boundary."""
    headers = {"Authorization": HEADERS["Authorization"]}
    with open(path, "rb") as archive:
        form = {"projectId": str(project), "reportId": str(report)}
        response = requests.post(API + "/projects/uploadReport/", headers=headers, files={"file": archive}, data=form)
    if response.status_code != 200:
        raise ServerError(response.text)
