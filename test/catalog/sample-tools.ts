// Sixty tools as real servers define them, in one line each: id | description | arguments.

import type { ToolDefinition } from "../../src/vocabulary.ts";

const LINES = `
github.create_issue | Create a new issue in a repository. | owner repo title body labels assignees
github.get_issue | Get the details of one issue. | owner repo issue_number
github.list_issues | List issues of a repository, filtered by state or label. | owner repo state labels since
github.add_issue_comment | Add a comment to an existing issue. | owner repo issue_number body
github.create_pull_request | Open a pull request from a branch. | owner repo head base title draft
github.merge_pull_request | Merge a pull request. | owner repo pull_number merge_method
github.list_commits | List the commits of a branch. | owner repo sha page
github.search_code | Search for code across repositories. | q sort order
github.create_branch | Create a branch from another one. | owner repo branch from_branch
github.push_files | Push several files in a single commit. | owner repo branch files message
github.fork_repository | Fork a repository to your account. | owner repo organization
slack.post_message | Post a message to a channel. | channel_id text
slack.reply_to_thread | Reply to a message in its thread. | channel_id thread_ts text
slack.list_channels | List public channels of the workspace. | limit cursor
slack.get_users | List the members of the workspace. | limit cursor
slack.add_reaction | React to a message with an emoji. | channel_id timestamp reaction
mail.send | Send a mail. | to subject body bcc
mail.list_sent | List mails that were sent, newest first. | limit
mail.searchInbox | Search received mail by sender, subject or text. | query from since
crm.list_contacts | List contacts page by page. | limit offset plan
crm.get_contact | Get one contact by id. | id
crm.update_contact | Change fields of a contact. | id phone company notes
crm.delete_contact | Delete a contact for good. | id
crm.export_contacts | Export every contact at once. | format
calendar.create_event | Create an event and invite people. | title start end attendees location
calendar.list_events | List events between two dates. | from to calendar
calendar.cancel_event | Cancel an event and tell its guests. | id reason
calendar.find_free_time | Find times at which all attendees are free. | attendees duration
fs.read_text_file | Read the complete contents of a file as text. | path head tail
fs.write_file | Create a file or overwrite it. | path content
fs.list_directory | List files and folders in a directory. | path
fs.create_directory | Create a directory, with its parents. | path
fs.move_file | Move or rename a file. | source destination
fs.search_files | Search for files whose names match a pattern. | path pattern excludePatterns
postgres.query | Run a read-only SQL query. | sql
postgres.list_tables | List the tables of a schema. | schema
postgres.describe_table | Show the columns and types of a table. | schema table
stripe.create_refund | Refund a charge, whole or in part. | charge amount reason
stripe.list_invoices | List invoices of a customer. | customer status
stripe.create_customer | Create a customer. | email name
stripe.retrieve_balance | Get the current balance of the account. |
kubernetes.pods_list | List pods in a namespace. | namespace labelSelector
kubernetes.pods_log | Get the logs of a pod. | name namespace tail
kubernetes.pods_delete | Delete a pod. | name namespace
kubernetes.resources_scale | Scale a deployment to a number of replicas. | name replicas
playwright.browser_navigate | Navigate to a URL. | url
playwright.browser_click | Click on an element of the page. | element ref
playwright.browser_take_screenshot | Take a screenshot of the current page. | type fullPage
playwright.browser_type | Type text into a field. | element ref text submit
google-drive.searchFiles | Search documents in Drive. | query pageSize
google-drive.getFileContent | Download the content of a document. | fileId mimeType
google-drive.shareFile | Share a document with someone. | fileId email role
weather.get-forecast | Weather forecast for a place, up to seven days. | city days units
weather.get-alerts | Severe weather warnings for a region. | region
linear.createIssue | Create a Linear issue in a team. | teamId title priority
linear.assignIssue | Assign an issue to a person. | issueId assigneeId
translate.translate_text | Translate text into another language. | text target_language
images.resize_image | Resize an image to given dimensions. | path width height
pdf.extract_text | Extract text from a PDF document. | path pages
jira.transition_ticket | Move a ticket to another status. | key status
`;

export const SAMPLE_TOOLS: ToolDefinition[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [id = "", description = "", args = ""] = line.split("|").map((part) => part.trim());
    const dot = id.indexOf(".");
    const names = args.split(" ").filter((name) => name !== "");
    return {
      server: id.slice(0, dot),
      name: id.slice(dot + 1),
      description,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      },
    };
  });
