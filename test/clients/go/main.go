// Drives a server with the SDK that Gitea publishes for Go; prints one line per step and ends with 1 at the first that fails.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"code.gitea.io/sdk/gitea"
)

func main() {
	client, err := gitea.NewClient(os.Args[1], gitea.SetBasicAuth("root", os.Args[2]))
	step("connect", err)
	steps(client, os.Args[1], os.Args[2])
	fmt.Println("all steps passed")
}

func step(name string, err error) {
	if err != nil {
		fmt.Printf("%s: %v\n", name, err)
		os.Exit(1)
	}
	fmt.Println(name)
}

func expect(name string, isSo bool, got any) {
	if !isSo {
		step(name, fmt.Errorf("got %+v", got))
	}
	fmt.Println(name)
}

func steps(root *gitea.Client, url, password string) {
	mustChange := false
	_, _, err := root.AdminCreateUser(gitea.CreateUserOption{
		Username: "bob", Email: "bob@example.org", Password: password, MustChangePassword: &mustChange,
	})
	step("create a user", err)
	bob, err := gitea.NewClient(url, gitea.SetBasicAuth("bob", password))
	step("connect as the user", err)
	files(root)
	pulls(root, bob)
	issues(root, bob)
	organizations(root)
	notifications(root)
}

func files(root *gitea.Client) {
	_, _, err := root.CreateRepo(gitea.CreateRepoOption{Name: "demo", AutoInit: true, Private: false})
	step("create a repository", err)
	_, _, err = root.CreateFile("root", "demo", "docs/a.txt", gitea.CreateFileOptions{
		FileOptions: gitea.FileOptions{Message: "Add", BranchName: "main"}, Content: "aGVsbG8K",
	})
	step("create a file", err)
	entries, _, err := root.ListContents("root", "demo", "main", "")
	step("list the root", err)
	expect("two entries", len(entries) == 2, entries)
	raw, _, err := root.GetFile("root", "demo", "main", "docs/a.txt")
	step("get a raw file", err)
	expect("its bytes", string(raw) == "hello\n", string(raw))
	archive, _, err := root.GetArchive("root", "demo", "main", gitea.ZipArchive)
	step("get an archive", err)
	expect("a zip", bytes.HasPrefix(archive, []byte("PK")), len(archive))
	tree, _, err := root.GetTrees("root", "demo", gitea.ListTreeOptions{Ref: "main", Recursive: true})
	step("get a tree", err)
	expect("three entries", len(tree.Entries) == 3, tree)
	tag, _, err := root.CreateTag("root", "demo", gitea.CreateTagOption{TagName: "v1", Message: "First", Target: "main"})
	step("create a tag", err)
	annotated, _, err := root.GetAnnotatedTag("root", "demo", tag.ID)
	step("get an annotated tag", err)
	expect("its message", strings.TrimSpace(annotated.Message) == "First", annotated)
	release, _, err := root.CreateRelease("root", "demo", gitea.CreateReleaseOption{TagName: "v2", Title: "Second"})
	step("create a release", err)
	_, _, err = root.CreateReleaseAttachment("root", "demo", release.ID, strings.NewReader("bytes"), "note.txt")
	step("attach a file to a release", err)
	response, err := root.DeleteTag("root", "demo", "v2")
	expect("the tag of a release stays", err != nil && response.StatusCode == 409, err)
	_, err = root.DeleteRelease("root", "demo", release.ID)
	step("delete a release", err)
}

func pulls(root, bob *gitea.Client) {
	_, _, err := root.CreateFile("root", "demo", "b.txt", gitea.CreateFileOptions{
		FileOptions: gitea.FileOptions{Message: "Add b", BranchName: "main", NewBranchName: "topic"}, Content: "Ygo=",
	})
	step("create a file on a new branch", err)
	pull, _, err := root.CreatePullRequest("root", "demo", gitea.CreatePullRequestOption{
		Head: "topic", Base: "main", Title: "Add b", Body: "For @bob",
	})
	step("create a pull request", err)
	_, err = root.CreateReviewRequests("root", "demo", pull.Index, gitea.PullReviewRequestOptions{Reviewers: []string{"bob"}})
	step("request a review", err)
	diff, _, err := root.GetPullRequestDiff("root", "demo", pull.Index, gitea.PullRequestDiffOptions{})
	step("get a diff", err)
	expect("its file", strings.Contains(string(diff), "+++ b/b.txt"), string(diff))
	_, _, err = root.GetPullRequestPatch("root", "demo", pull.Index)
	step("get a patch", err)
	_, _, err = bob.CreatePullReview("root", "demo", pull.Index, gitea.CreatePullReviewOptions{State: gitea.ReviewStateApproved})
	step("approve", err)
	reviews, _, err := root.ListPullReviews("root", "demo", pull.Index, gitea.ListPullReviewsOptions{})
	step("list reviews", err)
	expect("one review", len(reviews) == 1, reviews)
	merged, _, err := root.MergePullRequest("root", "demo", pull.Index, gitea.MergePullRequestOption{Style: "fast-forward-only"})
	step("merge by fast-forward", err)
	expect("it is merged", merged, merged)
	threads, _, err := bob.ListNotifications(gitea.ListNotificationOptions{})
	step("list notifications of a reviewer", err)
	expect("one thread", len(threads) == 1, threads)
}

func issues(root, bob *gitea.Client) {
	issue, _, err := root.CreateIssue("root", "demo", gitea.CreateIssueOption{Title: "An issue", Assignees: []string{"bob"}})
	step("create an issue", err)
	_, _, err = bob.CreateIssueComment("root", "demo", issue.Index, gitea.CreateIssueCommentOption{Body: "Yes."})
	step("comment", err)
	found, _, err := root.ListRepoIssues("root", "demo", gitea.ListIssueOption{AssignedBy: "bob", Type: gitea.IssueTypeIssue})
	step("list issues by assignee", err)
	expect("one issue", len(found) == 1, found)
	_, _, err = root.AddTime("root", "demo", issue.Index, gitea.AddTimeOption{Time: 60})
	step("track time", err)
	_, err = root.ResetIssueTime("root", "demo", issue.Index)
	step("reset times", err)
	label, _, err := root.CreateLabel("root", "demo", gitea.CreateLabelOption{Name: "kind/bug", Color: "#ff0000"})
	step("create a label", err)
	_, _, err = root.AddIssueLabels("root", "demo", issue.Index, gitea.IssueLabelsOption{Labels: []int64{label.ID}})
	step("add a label", err)
	_, err = root.DeleteLabel("root", "demo", label.ID)
	step("delete a label", err)
}

func organizations(root *gitea.Client) {
	_, _, err := root.CreateOrg(gitea.CreateOrgOption{Name: "guild", Visibility: gitea.VisibleTypePublic})
	step("create an organization", err)
	_, _, err = root.CreateTeam("guild", gitea.CreateTeamOption{
		Name: "masons", Permission: gitea.AccessModeWrite, Units: []gitea.RepoUnitType{gitea.RepoUnitCode},
	})
	step("create a team", err)
	teams, _, err := root.SearchOrgTeams("guild", &gitea.SearchTeamsOptions{Query: "mason"})
	step("search teams", err)
	expect("one team", len(teams) == 1, teams)
	repositories, _, err := root.SearchRepos(gitea.SearchRepoOptions{Keyword: "demo", Sort: "alpha", Order: "asc"})
	step("search repositories", err)
	expect("one repository", len(repositories) == 1, repositories)
}

func notifications(root *gitea.Client) {
	threads, _, err := root.ListNotifications(gitea.ListNotificationOptions{})
	step("list notifications", err)
	expect("some threads", len(threads) > 0, threads)
	_, _, err = root.ReadNotification(threads[0].ID, gitea.NotifyStatusRead)
	step("read one notification", err)
	changed, _, err := root.ReadNotifications(gitea.MarkNotificationOptions{Status: []gitea.NotifyStatus{gitea.NotifyStatusUnread, gitea.NotifyStatusRead}})
	step("read all notifications", err)
	expect("the changed threads", len(changed) > 0, changed)
}
