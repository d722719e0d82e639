// Creates, changes, clears and finds a contact with the generated client.
package main

import (
	"context"
	"log"
	"os"

	"example/kith"
)

func check(ok bool, what string, err error) {
	if !ok || err != nil {
		log.Fatal(what, ": ", err)
	}
}

func main() {
	configuration := kith.NewConfiguration()
	configuration.Servers = kith.ServerConfigurations{{URL: os.Getenv("KITH_URL")}}
	contacts := kith.NewAPIClient(configuration).ContactsAPI
	ctx := context.WithValue(context.Background(), kith.ContextAccessToken, os.Getenv("KITH_KEY"))

	create := kith.NewContactCreate()
	create.SetFirstName("Golang")
	create.SetNickname("Go")
	create.SetEmails([]kith.Email{*kith.NewEmail("go@example.com")})
	made, _, err := contacts.CreateContact(ctx).ContactCreate(*create).Execute()
	check(true, "create", err)

	// What was not set is absent and stays.
	title := kith.NewContactUpdate()
	title.SetJobTitle("Gopher")
	changed, _, err := contacts.UpdateContact(ctx, made.Id).ContactUpdate(*title).Execute()
	check(err == nil && *changed.Nickname.Get() == "Go" && len(changed.Emails) == 1, "absent", err)

	// SetNicknameNil is null and clears.
	clear := kith.NewContactUpdate()
	clear.SetNicknameNil()
	changed, _, err = contacts.UpdateContact(ctx, made.Id).ContactUpdate(*clear).Execute()
	check(err == nil && changed.Nickname.Get() == nil, "null", err)

	found, _, err := contacts.ListContacts(ctx).Search("golang").Sort("-createdAt").IsFavorite(false).Execute()
	check(err == nil && found.Total == 1 && found.Data[0].Id == made.Id, "list", err)
	_, err = contacts.DeleteContact(ctx, made.Id).Execute()
	check(true, "delete", err)
	_, response, err := contacts.GetContact(ctx, made.Id).Execute()
	check(err != nil && response.StatusCode == 404, "get", nil)
}
