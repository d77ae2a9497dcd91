#!/bin/sh
# Started by the server with: project id, report id, token, options, and the second project where the report asks for one.
exec node create_report.mjs "$@"
