// Generated from docs/openapi.json by `npm run build`. Do not edit.
// deno-fmt-ignore-file
// deno-lint-ignore-file

import type { components, operations } from "./schema.ts";

export type AccountExport = components["schemas"]["AccountExport"];
export type Activity = components["schemas"]["Activity"];
export type ActivityPage = components["schemas"]["ActivityPage"];
export type Actor = components["schemas"]["Actor"];
export type ActorUndoCreate = components["schemas"]["ActorUndoCreate"];
export type Address = components["schemas"]["Address"];
export type ApiKey = components["schemas"]["ApiKey"];
export type ApiKeyCreate = components["schemas"]["ApiKeyCreate"];
export type ApiKeyPage = components["schemas"]["ApiKeyPage"];
export type ApiKeyRotationCreate = components["schemas"]["ApiKeyRotationCreate"];
export type ApiKeyUpdate = components["schemas"]["ApiKeyUpdate"];
export type AppliedImport = components["schemas"]["AppliedImport"];
export type ArchivedFilter = components["schemas"]["ArchivedFilter"];
export type Calendar = components["schemas"]["Calendar"];
export type CalendarBirthdays = components["schemas"]["CalendarBirthdays"];
export type CalendarUpdate = components["schemas"]["CalendarUpdate"];
export type ChangeAction = components["schemas"]["ChangeAction"];
export type ChangePage = components["schemas"]["ChangePage"];
export type ChangedResource = components["schemas"]["ChangedResource"];
export type Channel = components["schemas"]["Channel"];
export type ChannelCreate = components["schemas"]["ChannelCreate"];
export type ChannelPage = components["schemas"]["ChannelPage"];
export type ChannelUpdate = components["schemas"]["ChannelUpdate"];
export type ChannelVerification = components["schemas"]["ChannelVerification"];
export type Connection = components["schemas"]["Connection"];
export type ConnectionCreate = components["schemas"]["ConnectionCreate"];
export type ConnectionPage = components["schemas"]["ConnectionPage"];
export type ConnectionUpdate = components["schemas"]["ConnectionUpdate"];
export type Contact = components["schemas"]["Contact"];
export type ContactBulkResult = components["schemas"]["ContactBulkResult"];
export type ContactBulkUpdate = components["schemas"]["ContactBulkUpdate"];
export type ContactCreate = components["schemas"]["ContactCreate"];
export type ContactDate = components["schemas"]["ContactDate"];
export type ContactDetails = components["schemas"]["ContactDetails"];
export type ContactExport = components["schemas"]["ContactExport"];
export type ContactItemUpdate = components["schemas"]["ContactItemUpdate"];
export type ContactMatch = components["schemas"]["ContactMatch"];
export type ContactMergeCreate = components["schemas"]["ContactMergeCreate"];
export type ContactOrder = components["schemas"]["ContactOrder"];
export type ContactPage = components["schemas"]["ContactPage"];
export type ContactSuggestion = components["schemas"]["ContactSuggestion"];
export type ContactUpdate = components["schemas"]["ContactUpdate"];
export type CreatedApiKey = components["schemas"]["CreatedApiKey"];
export type CreatedAtOrder = components["schemas"]["CreatedAtOrder"];
export type CreatedCalendar = components["schemas"]["CreatedCalendar"];
export type CreatedInbox = components["schemas"]["CreatedInbox"];
export type CreatedWebhook = components["schemas"]["CreatedWebhook"];
export type DateKind = components["schemas"]["DateKind"];
export type Delivery = components["schemas"]["Delivery"];
export type DeliveryPage = components["schemas"]["DeliveryPage"];
export type DroppedProperty = components["schemas"]["DroppedProperty"];
export type Duplicate = components["schemas"]["Duplicate"];
export type DuplicateContact = components["schemas"]["DuplicateContact"];
export type DuplicateDismissalCreate = components["schemas"]["DuplicateDismissalCreate"];
export type DuplicateEvidence = components["schemas"]["DuplicateEvidence"];
export type DuplicatePage = components["schemas"]["DuplicatePage"];
export type Email = components["schemas"]["Email"];
export type ExportFormat = components["schemas"]["ExportFormat"];
export type Field = components["schemas"]["Field"];
export type FieldChange = components["schemas"]["FieldChange"];
export type FieldCreate = components["schemas"]["FieldCreate"];
export type FieldPage = components["schemas"]["FieldPage"];
export type FieldUpdate = components["schemas"]["FieldUpdate"];
export type Health = components["schemas"]["Health"];
export type Import = components["schemas"]["Import"];
export type ImportApplicationCreate = components["schemas"]["ImportApplicationCreate"];
export type ImportCandidate = components["schemas"]["ImportCandidate"];
export type ImportCounts = components["schemas"]["ImportCounts"];
export type ImportCreate = components["schemas"]["ImportCreate"];
export type ImportFormat = components["schemas"]["ImportFormat"];
export type ImportMatchChoice = components["schemas"]["ImportMatchChoice"];
export type ImportPage = components["schemas"]["ImportPage"];
export type ImportQuestion = components["schemas"]["ImportQuestion"];
export type ImportRow = components["schemas"]["ImportRow"];
export type ImportRowAction = components["schemas"]["ImportRowAction"];
export type ImportRowChoice = components["schemas"]["ImportRowChoice"];
export type ImportRowPage = components["schemas"]["ImportRowPage"];
export type ImportRowResource = components["schemas"]["ImportRowResource"];
export type InboundMessage = components["schemas"]["InboundMessage"];
export type Inbox = components["schemas"]["Inbox"];
export type ItemProblem = components["schemas"]["ItemProblem"];
export type ItemResult = components["schemas"]["ItemResult"];
export type ItemStatus = components["schemas"]["ItemStatus"];
export type LoggedResource = components["schemas"]["LoggedResource"];
export type Meeting = components["schemas"]["Meeting"];
export type MeetingLog = components["schemas"]["MeetingLog"];
export type MeetingPage = components["schemas"]["MeetingPage"];
export type MeetingState = components["schemas"]["MeetingState"];
export type MergeChoice = components["schemas"]["MergeChoice"];
export type MergedContact = components["schemas"]["MergedContact"];
export type MovedResources = components["schemas"]["MovedResources"];
export type NameOrder = components["schemas"]["NameOrder"];
export type Network = components["schemas"]["Network"];
export type NetworkContactsUpdate = components["schemas"]["NetworkContactsUpdate"];
export type NetworkCreate = components["schemas"]["NetworkCreate"];
export type NetworkPage = components["schemas"]["NetworkPage"];
export type NetworkUpdate = components["schemas"]["NetworkUpdate"];
export type Note = components["schemas"]["Note"];
export type NoteCreate = components["schemas"]["NoteCreate"];
export type NoteOrder = components["schemas"]["NoteOrder"];
export type NotePage = components["schemas"]["NotePage"];
export type NoteType = components["schemas"]["NoteType"];
export type NoteTypeCreate = components["schemas"]["NoteTypeCreate"];
export type NoteTypePage = components["schemas"]["NoteTypePage"];
export type NoteTypeUpdate = components["schemas"]["NoteTypeUpdate"];
export type NoteUpdate = components["schemas"]["NoteUpdate"];
export type NoteWithReminder = components["schemas"]["NoteWithReminder"];
export type NoteWithReminderCreate = components["schemas"]["NoteWithReminderCreate"];
export type PartialActivity = components["schemas"]["PartialActivity"];
export type PartialContact = components["schemas"]["PartialContact"];
export type PartialNote = components["schemas"]["PartialNote"];
export type PartialReminder = components["schemas"]["PartialReminder"];
export type Phone = components["schemas"]["Phone"];
export type PhotoUpload = components["schemas"]["PhotoUpload"];
export type PhotoUploadCreate = components["schemas"]["PhotoUploadCreate"];
export type PhotoUploadHeaders = components["schemas"]["PhotoUploadHeaders"];
export type PositionOrder = components["schemas"]["PositionOrder"];
export type Problem = components["schemas"]["Problem"];
export type Profile = components["schemas"]["Profile"];
export type ProfileUpdate = components["schemas"]["ProfileUpdate"];
export type PushKey = components["schemas"]["PushKey"];
export type PushKeys = components["schemas"]["PushKeys"];
export type ReadCalendar = components["schemas"]["ReadCalendar"];
export type ReadCalendarCreate = components["schemas"]["ReadCalendarCreate"];
export type ReadCalendarPage = components["schemas"]["ReadCalendarPage"];
export type ReadCalendarUpdate = components["schemas"]["ReadCalendarUpdate"];
export type Relationship = components["schemas"]["Relationship"];
export type RelationshipCreate = components["schemas"]["RelationshipCreate"];
export type RelationshipPage = components["schemas"]["RelationshipPage"];
export type RelationshipUpdate = components["schemas"]["RelationshipUpdate"];
export type Reminder = components["schemas"]["Reminder"];
export type ReminderBulkResult = components["schemas"]["ReminderBulkResult"];
export type ReminderBulkUpdate = components["schemas"]["ReminderBulkUpdate"];
export type ReminderCreate = components["schemas"]["ReminderCreate"];
export type ReminderItemUpdate = components["schemas"]["ReminderItemUpdate"];
export type ReminderOrder = components["schemas"]["ReminderOrder"];
export type ReminderPage = components["schemas"]["ReminderPage"];
export type ReminderUpdate = components["schemas"]["ReminderUpdate"];
export type ResourceChange = components["schemas"]["ResourceChange"];
export type Scope = components["schemas"]["Scope"];
export type Tick = components["schemas"]["Tick"];
export type TrashItem = components["schemas"]["TrashItem"];
export type TrashPage = components["schemas"]["TrashPage"];
export type TrashedResource = components["schemas"]["TrashedResource"];
export type UndoConflict = components["schemas"]["UndoConflict"];
export type UndoCreate = components["schemas"]["UndoCreate"];
export type UndoResult = components["schemas"]["UndoResult"];
export type Upcoming = components["schemas"]["Upcoming"];
export type UpcomingDay = components["schemas"]["UpcomingDay"];
export type UpcomingItem = components["schemas"]["UpcomingItem"];
export type Url = components["schemas"]["Url"];
export type Violation = components["schemas"]["Violation"];
export type ViolationPlace = components["schemas"]["ViolationPlace"];
export type Webhook = components["schemas"]["Webhook"];
export type WebhookCreate = components["schemas"]["WebhookCreate"];
export type WebhookPage = components["schemas"]["WebhookPage"];
export type WebhookReplay = components["schemas"]["WebhookReplay"];
export type WebhookUpdate = components["schemas"]["WebhookUpdate"];

export type ListDuplicatesQuery = NonNullable<
  operations["listDuplicates"]["parameters"]["query"]
>;
export type ExportContactsQuery = NonNullable<
  operations["exportContacts"]["parameters"]["query"]
>;
export type ListContactsQuery = NonNullable<
  operations["listContacts"]["parameters"]["query"]
>;
export type GetContactQuery = NonNullable<
  operations["getContact"]["parameters"]["query"]
>;
export type DeleteContactQuery = NonNullable<
  operations["deleteContact"]["parameters"]["query"]
>;
export type ListNetworksQuery = NonNullable<
  operations["listNetworks"]["parameters"]["query"]
>;
export type ListRelationshipsQuery = NonNullable<
  operations["listRelationships"]["parameters"]["query"]
>;
export type ListNotesQuery = NonNullable<
  operations["listNotes"]["parameters"]["query"]
>;
export type ListNoteTypesQuery = NonNullable<
  operations["listNoteTypes"]["parameters"]["query"]
>;
export type ListFieldsQuery = NonNullable<
  operations["listFields"]["parameters"]["query"]
>;
export type ListRemindersQuery = NonNullable<
  operations["listReminders"]["parameters"]["query"]
>;
export type DeleteReminderQuery = NonNullable<
  operations["deleteReminder"]["parameters"]["query"]
>;
export type ListUpcomingQuery = NonNullable<
  operations["listUpcoming"]["parameters"]["query"]
>;
export type CreateImportQuery = NonNullable<
  operations["createImport"]["parameters"]["query"]
>;
export type ListImportsQuery = NonNullable<
  operations["listImports"]["parameters"]["query"]
>;
export type ListImportRowsQuery = NonNullable<
  operations["listImportRows"]["parameters"]["query"]
>;
export type ExportAccountQuery = NonNullable<
  operations["exportAccount"]["parameters"]["query"]
>;
export type ListActivityQuery = NonNullable<
  operations["listActivity"]["parameters"]["query"]
>;
export type ListTrashQuery = NonNullable<
  operations["listTrash"]["parameters"]["query"]
>;
export type ListChangesQuery = NonNullable<
  operations["listChanges"]["parameters"]["query"]
>;
export type ListApiKeysQuery = NonNullable<
  operations["listApiKeys"]["parameters"]["query"]
>;
export type ListConnectionsQuery = NonNullable<
  operations["listConnections"]["parameters"]["query"]
>;
export type ListReadCalendarsQuery = NonNullable<
  operations["listReadCalendars"]["parameters"]["query"]
>;
export type ListMeetingsQuery = NonNullable<
  operations["listMeetings"]["parameters"]["query"]
>;
export type ListChannelsQuery = NonNullable<
  operations["listChannels"]["parameters"]["query"]
>;
export type ListDeliveriesQuery = NonNullable<
  operations["listDeliveries"]["parameters"]["query"]
>;
export type ListWebhooksQuery = NonNullable<
  operations["listWebhooks"]["parameters"]["query"]
>;
