"""The inventory of a project by license: a page to read, and JSON. Takes nothing but Python's standard library."""
import html
import io
import json
import os
import sys
import urllib.request
import uuid
import zipfile


def read_options(text):
    """The server puts the JSON into one more pair of quotes and doubles those within."""
    return json.loads(text[1:-1].replace('""', '"'))


def server_url():
    with open(os.path.join("..", "server_properties.json"), encoding="utf-8") as file:
        return json.load(file)["core.server.url"].rstrip("/")


class Server:
    def __init__(self, url, token):
        self.api = url + "/codeinsight/api"
        self.token = token

    def call(self, method, path, data=None, content_type="application/json"):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": content_type}
        request = urllib.request.Request(self.api + path, data=data, method=method, headers=headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer), answer.headers

    def pages(self, path, list_name):
        page = 1
        while True:
            body, headers = self.call("GET", f"{path}&page={page}&size=100")
            yield body, body[list_name]
            if page >= int(headers.get("Number-of-pages") or 1):
                return
            page += 1

    def upload(self, project_id, report_id, name, content):
        boundary = uuid.uuid4().hex
        parts = []
        for field, value in (("projectId", project_id), ("reportId", report_id)):
            parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'.encode())
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'.encode())
        parts.append(b"Content-Type: application/zip\r\n\r\n" + content + b"\r\n")
        parts.append(f"--{boundary}--\r\n".encode())
        return self.call("POST", "/projects/uploadReport", b"".join(parts), f"multipart/form-data; boundary={boundary}")[0]


def read_inventory(server, project_id, published_only):
    project, by_license = "", {}
    path = f"/project/inventory/{project_id}?skipVulnerabilities=true&includeFiles=false&published={str(published_only).lower()}"
    for body, items in server.pages(path, "inventoryItems"):
        project = body["projectName"]
        for item in items:
            license_name = item.get("selectedLicenseName") or "Unknown"
            by_license.setdefault(license_name, []).append(item["name"])
    return project, {name: sorted(items) for name, items in sorted(by_license.items())}


def page_of(project, by_license):
    sections = "".join(
        f"<h2>{html.escape(name)}</h2><ul>{''.join(f'<li>{html.escape(item)}</li>' for item in items)}</ul>"
        for name, items in by_license.items()
    )
    title = html.escape(f"Inventory of {project} by license")
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><h1>{title}</h1>{sections or '<p>No items.</p>'}</html>"


def zip_of(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def main(project_id, report_id, token, options, *_second_project):
    options = read_options(options)
    published_only = options.get("includeUnpublishedInventory", "false").lower() != "true"
    server = Server(server_url(), token)
    print(f"Reading the inventory of project {project_id}", flush=True)
    project, by_license = read_inventory(server, project_id, published_only)
    page = page_of(project, by_license)
    data = json.dumps({"project": project, "options": options, "licenses": by_license}, ensure_ascii=False, indent=2)
    # One file to look at, and one zip with everything to download.
    everything = zip_of({"inventory.html": page, "inventory.json": data})
    result = zip_of({"inventory.html": page, "inventory.zip": everything})
    print(f"Uploading {len(result)} bytes", flush=True)
    print(server.upload(project_id, report_id, "inventory.zip", result)["message"])


if __name__ == "__main__":
    main(*sys.argv[1:])
