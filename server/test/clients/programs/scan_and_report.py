"""Places a project in a folder of a path, uploads, scans, waits, updates the notices, and fetches a report.
Arguments: folder/of/folders project archive report-name. Prints what it has come to, as JSON."""
import io
import json
import sys
import time
import zipfile

import restapi

path, name, archive, report_name = sys.argv[1:]


def wait_for(ask, is_over):
    while True:
        state = ask()
        if is_over(state):
            return state
        time.sleep(0.05)


def job_completed(job):
    # A failed job would be asked for without end, as these programs do.
    return wait_for(lambda: restapi.get("jobs/%s" % job).json()["status"], lambda state: state == "Completed")


parent = "1"
for part in path.split("/"):
    parent = restapi.folder(part, str(parent))
project = restapi.project_id(name)
if project is None:
    project = restapi.create_project(name, folderId=parent, description=None, owner=None, autoPublish="true",
                                     markAssociatedFilesAsReviewed="true", risk="LOW", privateProject="False")
restapi.upload(project, archive)
restapi.scan(project)
# Mostly refused, because the first is under way, and then the task is that of the first.
task = restapi.scan(project)
state = wait_for(lambda: restapi.scan_status(task), lambda one: one in ["completed", "terminated", "failed"])
job_completed(task)

notices = restapi.send("POST", "jobs/notices/%s?overwrite=true" % project)
job_completed(int(notices.json()["message"].split(":")[1].strip()))

report = next(one["id"] for one in restapi.ask("reports") if one["name"] == report_name)
while True:
    generated = restapi.send("POST", "projects/%s/reports/%s/generate" % (project, report), {})
    if generated.status_code == 200:
        break
report_task = generated.json()["data"]["taskId"]
job_completed(report_task)
download = "projects/%s/reports/%s/download?taskId=%s" % (project, report, report_task)
zipped = wait_for(lambda: restapi.get(download), lambda answer: answer.status_code != 202)
names = zipfile.ZipFile(io.BytesIO(zipped.content)).namelist()
print(json.dumps({"project": project, "state": state, "notices": notices.status_code,
                  "names": names, "fileName": zipped.headers["Content-Disposition"].split("filename=")[1]}))
