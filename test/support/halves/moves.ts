import {
  ask,
  contact,
  into,
  move,
  moveTo,
  note,
  noteAbout,
  reminder,
  reminderAbout,
  type Request,
} from "./move-requests.ts";

/** What the owner does between two looks at the feed. What the key must never hear of is named `hidden`. */
export const moves: { what: string; requests: Request[] }[] = [
  {
    what: "contacts everywhere",
    requests: [
      contact("Left", ["left 1"], "left"),
      contact("Both", ["left 1", "left 2"], "both"),
      contact("Shared", ["left 1", "right 1"], "shared"),
      contact("Right", ["right 1"], "right"),
      contact("Lone", [], "lone"),
      contact("Hidden", ["right 1"], "hidden contact"),
      contact("Alone", [], "hidden lone contact"),
    ],
  },
  {
    what: "notes and reminders about all of them",
    requests: [
      ...["left", "both", "shared", "right", "lone"].flatMap((name) => [
        note(`About ${name}`, name, `note ${name}`),
        reminder(`About ${name}`, name, `reminder ${name}`),
      ]),
      ...Array.from({ length: 12 }, (_, n) => note(`Note ${n}`, "right", `note ${n}`)),
      note("Hidden", "hidden contact", "hidden note"),
      note("Hidden", null, "hidden note about nobody"),
      reminder("Hidden", "hidden lone contact", "hidden reminder"),
      reminder("Hidden", null, "hidden reminder about nobody"),
    ],
  },
  {
    what: "notes and reminders about several",
    requests: [
      noteAbout(["left", "both"], "note of two"),
      noteAbout(["shared", "left", "both"], "note of three"),
      noteAbout(["both", "right"], "note half out"),
      noteAbout(["lone", "both"], "note with lone"),
      reminderAbout(["both", "left"], "reminder of two"),
      reminderAbout(["right", "shared"], "reminder half out"),
      noteAbout(["both", "hidden contact", "hidden lone contact"], "hidden mixed note"),
      noteAbout(["hidden contact", "left", "hidden lone contact"], "hidden mixed other"),
      reminderAbout(["both", "hidden lone contact"], "hidden mixed reminder"),
    ],
  },
  {
    what: "somebody who is not in the networks is added to them",
    requests: [
      moveTo("/notes/{note_of_two}", ["left", "hidden contact", "both"], "adding"),
      moveTo("/reminders/{reminder_of_two}", ["right", "both", "left"]),
    ],
  },
  {
    what: "that is undone, and done otherwise",
    requests: [
      ask("post /activity/{set_of_adding}/undo", {}),
      moveTo("/reminders/{reminder_of_two}", ["left", "both"]),
    ],
  },
  {
    what: "somebody comes and goes unseen",
    requests: [
      moveTo("/notes/{note_of_three}", ["hidden contact", "left"]),
      moveTo("/notes/{note_of_three}", ["both", "shared", "left"]),
      moveTo("/notes/{hidden_mixed_other}", ["hidden contact"]),
      moveTo("/notes/{hidden_mixed_other}", ["left", "hidden contact", "hidden lone contact"]),
    ],
  },
  { what: "one leaves for the other half", requests: [into("left", ["right 1"], "leaving")] },
  {
    what: "it is edited there",
    requests: [
      ask("patch /contacts/{left}", { nickname: "Away" }),
      ask("patch /notes/{note_left}", { content: "Away" }),
      ask("patch /reminders/{reminder_left}", { completed: true }),
    ],
  },
  { what: "it comes back", requests: [into("left", ["left 2"])] },
  { what: "one leaves all networks", requests: [into("left", [])] },
  {
    what: "it joins through the network",
    requests: [ask("put /networks/{left_1}/contacts/{left}")],
  },
  {
    what: "it leaves through the network",
    requests: [
      ask("delete /networks/{left_1}/contacts/{left}", undefined, "removal"),
    ],
  },
  { what: "that is undone", requests: [ask("post /activity/{set_of_removal}/undo", {}, "undo 1")] },
  { what: "that is undone too", requests: [ask("post /activity/{set_of_undo_1}/undo", {})] },
  { what: "one in two networks leaves one", requests: [into("both", ["left 2"])] },
  {
    what: "one from the other half joins",
    requests: [into("right", ["right 1", "left 1"], "joining")],
  },
  { what: "one without networks joins", requests: [into("lone", ["left 2"])] },
  { what: "one that is shared leaves the other half", requests: [into("shared", ["left 1"])] },
  { what: "and goes there for good", requests: [into("shared", ["right 1"])] },
  {
    what: "joining is undone",
    requests: [ask("post /activity/{set_of_joining}/undo", {}, "undo 2")],
  },
  { what: "and done again", requests: [ask("post /activity/{set_of_undo_2}/undo", {})] },
  {
    what: "notes and reminders move out",
    requests: [
      move("/notes/{note_both}", "hidden contact", "moving"),
      move("/notes/{note_lone}", null),
      move("/reminders/{reminder_both}", "hidden lone contact"),
      move("/reminders/{reminder_lone}", null),
    ],
  },
  {
    what: "one of the moves is undone",
    requests: [ask("post /activity/{set_of_moving}/undo", {})],
  },
  {
    what: "they move in",
    requests: [
      move("/notes/{note_shared}", "both"),
      move("/notes/{note_lone}", "both"),
      move("/reminders/{reminder_shared}", "both"),
      move("/reminders/{reminder_lone}", "both"),
    ],
  },
  {
    what: "a note moves within the networks, and another within the rest",
    requests: [
      move("/notes/{note_lone}", "right"),
      move("/notes/{hidden_note}", "hidden lone contact"),
    ],
  },
  { what: "one is deleted", requests: [ask("delete /contacts/{both}", undefined, "deletion")] },
  {
    what: "another of a note is deleted, and the first one comes back",
    requests: [
      ask("delete /contacts/{lone}", undefined, "deletion of lone"),
      ask("post /activity/{set_of_deletion}/undo", { partial: true }, "return"),
      ask("post /activity/{set_of_deletion_of_lone}/undo", {}),
      ask("post /activity/{set_of_return}/undo", { partial: true }),
    ],
  },
  {
    what: "the notes that it left are edited",
    requests: [
      ask("patch /notes/{note_both}", { content: "Orphaned" }),
    ],
  },
  {
    what: "the deletion is undone",
    requests: [
      ask("post /activity/{set_of_deletion}/undo", { partial: true }),
    ],
  },
  {
    what: "one of the other half is deleted",
    requests: [
      ask("delete /contacts/{shared}", undefined, "deletion of shared"),
      ask("delete /contacts/{hidden_contact}", undefined, "deletion of hidden"),
    ],
  },
  {
    what: "and comes back",
    requests: [
      ask("post /activity/{set_of_deletion_of_shared}/undo", {}),
      ask("post /activity/{set_of_deletion_of_hidden}/undo", {}),
    ],
  },
  {
    what: "a network of the key is deleted",
    requests: [
      ask("delete /networks/{left_2}", undefined, "deletion of left 2"),
    ],
  },
  {
    what: "its contacts are edited",
    requests: [
      ask("patch /contacts/{lone}", { nickname: "Away" }),
      ask("patch /contacts/{both}", { nickname: "Away" }),
    ],
  },
  { what: "it comes back", requests: [ask("post /activity/{set_of_deletion_of_left_2}/undo", {})] },
  {
    what: "one comes and goes unseen",
    requests: [
      into("shared", ["left 1"]),
      into("shared", ["right 1"]),
    ],
  },
  {
    what: "one goes and comes back unseen",
    requests: [into("lone", []), into("lone", ["left 2"])],
  },
  {
    what: "one is made and goes unseen",
    requests: [
      contact("Brief", ["left 1"], "brief"),
      note("Brief", "brief", "note brief"),
      into("brief", ["right 1"]),
    ],
  },
  {
    what: "one is made outside and comes unseen",
    requests: [
      contact("Late", ["right 1"], "late"),
      note("Late", "late", "note late"),
      reminder("Late", "late", "reminder late"),
      into("late", ["left 1"]),
    ],
  },
  {
    what: "one leaves and is deleted",
    requests: [
      into("late", ["right 1"]),
      ask("delete /contacts/{late}"),
    ],
  },
  {
    what: "what left it is deleted one by one",
    requests: [
      ask("delete /notes/{note_late}"),
      ask("delete /reminders/{reminder_late}"),
      ask("delete /notes/{hidden_note}"),
    ],
  },
  {
    what: "one joins after its past was taken from it",
    requests: [
      contact("Later", ["right 1"], "later"),
      note("Past", "later", "hidden past note"),
      reminder("Past", "later", "past reminder"),
      move("/notes/{hidden_past_note}", null),
      ask("delete /reminders/{past_reminder}"),
      into("later", ["left 1"]),
    ],
  },
  {
    what: "one leaves and is written about afterwards",
    requests: [
      into("later", ["right 1"]),
      note("Afterwards", "later", "hidden later note"),
      reminder("Afterwards", "later", "hidden later reminder"),
    ],
  },
  {
    what: "nobody's note is moved to one that has left",
    requests: [
      note("Stray", null, "hidden stray note"),
      contact("Stray", ["left 1"], "stray"),
      into("stray", ["right 1"]),
      move("/notes/{hidden_stray_note}", "stray"),
    ],
  },
  {
    what: "a note type comes, changes and goes",
    requests: [
      ask("post /note-types", { name: "T" }, "type"),
      ask("patch /notes/{note_left}", { noteTypeId: "{type}" }),
      ask("patch /notes/{note_right}", { noteTypeId: "{type}" }),
      ask("delete /note-types/{type}"),
    ],
  },
  { what: "the profile changes", requests: [ask("patch /me", { name: "Ada" })] },
];
