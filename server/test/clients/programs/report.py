"""Makes a report of a project of everything that the reports of old read, and uploads it. Arguments: project-id report-id folder.
Members are read without a guard, compared with the words that those programs know, and computed with. Prints counts, as JSON."""
import json
import os
import sys
import zipfile

import restapi

project, report, folder = sys.argv[1:]
TYPES = ["Component", "Work in Progress", "License Only"]
PRIORITIES = ["High", "Medium", "Low", "Other"]
STATES = ["Approved", "Rejected", "Draft"]


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("no number: %r" % (value,))
    return value


def words(*values):
    for value in values:
        value.strip()


def of(value, known):
    if value not in known:
        raise ValueError("%r is none of %s" % (value, known))


def project_head():
    head = restapi.ask("projects/%s" % project)
    for priority in ["P1", "P2", "P3", "Unknown"]:
        number(head["licenses"][priority])
    for severity in ["Critical", "High", "Medium", "Low", "None", "Unknown"]:
        number(head["vulnerabilities"]["CvssV3"][severity])
    for severity in ["High", "Medium", "Low", "Unknown"]:
        number(head["vulnerabilities"]["CvssV2"][severity])
    number(head["totalFiles"])
    fields = {field["fieldLabel"]: field["value"] for field in head["customFields"]}
    return head["name"], fields.get("Application Name")


def family(linked):
    return [linked["id"]] + [one for child in linked["childProject"] for one in family(child)]


def item_line(item):
    number(item["itemNumber"]), number(item["id"]), number(item["selectedLicensePriority"])
    of(item["type"], TYPES), of(item["priority"], PRIORITIES), of(item["inventoryReviewStatus"], STATES)
    words(item["name"], item["createdBy"], item["createdOn"], item["updatedOn"], item["url"], item["componentName"])
    words(item["componentUrl"], item["description"][:100], item["componentForgeName"], item["selectedLicenseUrl"])
    words(item["noticesText"], item["auditNotes"], item["dependencyScope"], item["purl"], item["componentVersionName"])
    for path in item["filePaths"]:
        words(path)
    ignored = [field["value"] for field in item["customFields"] if field["fieldLabel"] == "Vulnerability Ignore List"]
    spdx = item["selectedLicenseSPDXIdentifier"]
    if item["selectedLicenseName"] == "I don't know":
        spdx = [one["licenseSPDXIdentifier"] or one["licenseName"] for one in item["possibleLicenses"]]
    licensed = str(item["selectedLicenseId"]) != "-1" and item["type"] == "Component"
    if item["createdBy"].endswith("Rule") and item["name"].endswith(")") != licensed:
        raise ValueError("the license in the name: " + item["name"])
    return spdx, ignored, item["createdOn"] == item["updatedOn"]


def component_line(item):
    if item["componentId"] == "N/A":
        return 0
    component = restapi.ask("components/%s?" % item["componentId"])
    words(component["name"], component["title"].split("/")[0], component["url"], component["encryption"], component["forge"])
    number(component["forgeId"])
    versions = [one["name"] for one in component["versionList"] if one["name"].lower() not in ["unknown", "custom", "any version", "sample"]]
    if [one["name"] for one in component["versions"]] != [one["name"] for one in component["versionList"]]:
        raise ValueError("versions under their older name")
    for one in restapi.ask("components/versions/%s" % item["componentVersionId"])["licenses"]:
        restapi.license_by("licenseId=%s" % one["id"])["shortName"].strip()
    restapi.version_vulnerabilities(item["componentVersionId"])
    return len(sorted(versions))


def license_changes(item):
    """Who changed the license when, from which to which: each looked up by its id."""
    revisions = restapi.history(item["id"])
    max(int(revision) for revision in revisions)
    found = []
    for change in (change for revision in revisions.values() for change in revision):
        words(change["date"], change["user"], change["userEmail"], change["oldValue"], change["newValue"])
        if "License" in change["field"]:
            found.append([restapi.license_by("licenseId=" + change[side])["name"] for side in ["oldValue", "newValue"]])
    return found


def summary_line(item):
    if not all(isinstance(item[name], str) for name in ["componentId", "componentVersionId", "selectedLicenseId"]):
        raise ValueError("ids of the summary are texts: %r" % item)
    of(item["reviewStatus"], STATES)
    words(item["componentName"], item["componentVersionName"], item["selectedLicenseSPDXIdentifier"], item["purl"], item["url"])
    return sum(number(count) for one in item["vulnerabilitySummary"] for count in one["CvssV3"].values())


def evidence_line(one):
    if not isinstance(one["remote"], bool):
        raise ValueError("the flag of evidences is a boolean")
    words(one["fileName"], one["filePath"])
    has_more = bool(one["searchTextMatches"]) or bool(one["exactFileMatches"]) or bool(one["sourceMatches"])
    return number(one["scannedFileId"]), len(one["copyRightMatches"]) + len(one["emailUrlMatches"]), len(one["licenseMatches"]), has_more


def task_line(task):
    words(task["taskName"].split(" ")[0], task["summary"], task["priority"], *task["createdDate"].split(" "))
    day, _time = task["createdDate"].split(" ")
    people = [restapi.user("id=%s" % task[name]) for name in ["ownerId", "createdById", "lastUpdatedById"]]
    links = [(issue["externalUrl"], issue["externalKey"]) for issue in task["almIssues"]]
    return task["closed"], day, [person["firstName"] + person["lastName"] + person["email"] for person in people], links


if restapi.release() <= "2024R1":
    raise ValueError("reports of today ask for a release after 2024R1")
head = project_head()
projects = family(restapi.ask("projects/%s/childProjects?recursive=true" % project))
items = restapi.inventory(project)
lines = [item_line(item) for item in items]
versions = sum(component_line(item) for item in items)
changes = [change for item in items for change in license_changes(item)]
vulnerabilities = [restapi.analysis(item["id"]) for item in items]
summary = restapi.inventory_summary(project)
counts = [summary_line(item) for item in summary]
evidences = [evidence_line(one) for one in restapi.ask("projects/%s/evidences" % project)]
files = restapi.scanned_files(project)
associated = [one["fileMD5"] + one["fileSHA1"] for one in files if one["remote"] == "false" and one["inInventory"] == "true"]
tasks = [task_line(task) for task in restapi.tasks(project)]

page = os.path.join(folder, "report.html")
with open(page, "w", encoding="utf-8") as out:
    out.write("<h1>%s</h1><pre>%s</pre>" % (head[0], json.dumps([lines, changes, counts, tasks])))
archive = os.path.join(folder, "report.zip")
with zipfile.ZipFile(archive, "w") as zipped:
    zipped.write(page, "report.html")
restapi.upload_report(project, report, archive)
print(json.dumps({"projects": projects, "items": len(items), "summary": len(summary), "versions": versions, "changes": len(changes),
                  "evidences": len(evidences), "files": len(files), "associated": len(associated), "tasks": len(tasks)}))
