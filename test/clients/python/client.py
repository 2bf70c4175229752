"""Drives a server with the SDK py-gitea; prints one line per step and ends with a failure at the first that is not as expected."""

import base64
import sys

from gitea import Gitea, Issue, NotFoundException, Organization, Repository, User
from gitea.exceptions import Unprocessable


def expect(name, is_so):
    if not is_so:
        sys.exit(f"{name}: not so")
    print(name)


url, password = sys.argv[1:]
root = Gitea(url, auth=("root", password), log_level="ERROR")
expect("a version", root.get_version() != "")
expect("who signed in", root.get_user().username == "root")

user = root.create_user("bob", "bob@example.org", password, change_pw=False, send_notify=False)
expect("a user", User.request(root, "bob").id == user.id)
expect("the user among all", "bob" in [each.username for each in root.get_users()])
try:
    root.create_user("bob", "bob@example.org", password)
    expect("a second user of one name is refused", False)
except Unprocessable:
    expect("a second user of one name is refused", True)

org = root.create_org(root.get_user(), "guild", "About the guild")
expect("an organization", Organization.request(root, "guild").id == org.id)
org.create_repo("demo", autoInit=True, default_branch="main")
repository = Repository.request(root, "guild", "demo")
expect("a repository", repository.name == "demo")
repository.create_file("docs/a.txt", base64.b64encode(b"hello\n").decode())
names = [content.name for content in repository.get_git_content()]
expect("the files of the root", sorted(names) == ["README.md", "docs"])
expect("branches", [branch.name for branch in repository.get_branches()] == ["main"])
expect("commits", len(repository.get_commits()) == 2)

team = root.create_team(org, "masons", permission="write")
team.add_user(user)
expect("a member of a team", [each.username for each in team.get_members()] == ["bob"])

issue = Issue.create_issue(root, repository, "An issue", "About something")
issue = Issue.request(root, "guild", "demo", str(issue.number))
expect("the issue", issue.body == "About something")
issue.title = "Another title"
issue.commit()
expect("an edited issue", [each.title for each in repository.get_issues()] == ["Another title"])

repository.delete()
try:
    Repository.request(root, "guild", "demo")
    expect("the repository is gone", False)
except NotFoundException:
    expect("the repository is gone", True)
org.delete()
user.delete()
print("all steps passed")
