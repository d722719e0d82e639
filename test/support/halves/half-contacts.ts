import { type Step, step } from "./steps.ts";

/** Longer than what fits into an index entry, so that search reads it from another column. */
export const longText = `A zymurgist, of all people. ${
  "They brew and brew. ".repeat(40)
} SIDE quux`;

/** The contacts of a half, of every shape. */
export const contacts: Step[] = [
  step("post /contacts", {
    firstName: "Anna",
    lastName: "Müller",
    nickname: "Ännchen",
    jobTitle: "Engineer",
    emails: [{ value: "anna@example.com", label: "home" }],
    phones: [{ value: "+49 30 901820" }],
    urls: [{ value: "https://anna.example.com" }],
    addresses: [{ city: "Berlin" }],
    birthday: "1980-05-17",
    isFavorite: true,
    contactFrequencyDays: 30,
    lastContactedAt: "2020-01-10",
    networkIds: ["{net 1}"],
  }, "anna"),
  step("post /contacts", {
    firstName: "Bert",
    description: longText,
    contactFrequencyDays: 100,
    lastContactedAt: "2020-02-02T10:00:00Z",
    networkIds: ["{net 1}"],
  }, "bert"),
  step("put /networks/{net 2}/contacts/{bert}", undefined, "second network of bert"),
  step("post /contacts", {
    nickname: "Cora",
    description: "SIDE only",
    contactFrequencyDays: 3650,
    lastContactedAt: "2025-06-01",
    networkIds: ["{net 2}"],
  }, "cora"),
  step("post /contacts", {
    company: "Dora & Sons",
    birthday: "--02-29",
    contactFrequencyDays: 7,
    networkIds: ["{net 1}"],
  }, "dora"),
  step("PHOTO dora"),
  step("post /contacts", {
    firstName: "Emil",
    isFavorite: true,
    contactFrequencyDays: 200,
    networkIds: ["{net 2}"],
  }, "emil"),
  step("post /contacts", {
    firstName: "Fred",
    contactFrequencyDays: 101,
    lastContactedAt: "2020-03-03",
  }, "fred"),
  step("put /networks/{net 1}/contacts/{fred}", undefined, "joining"),
  step("PHOTO fred"),
  step("post /contacts", {
    firstName: "Gina",
    lastContactedAt: "2020-04-04",
    networkIds: ["{net 1}"],
  }, "gina"),
  step("post /contacts", {
    firstName: "Hugo",
    contactFrequencyDays: 102,
    lastContactedAt: "2020-05-05",
    networkIds: ["{net 2}"],
  }, "hugo"),
  step(
    "post /contacts",
    {
      firstName: "Ivan",
      contactFrequencyDays: 105,
      lastContactedAt: "2020-06-06",
      networkIds: ["{net 1}"],
    },
    "ivan",
    "key",
  ),
  step("post /contacts", {
    firstName: "Lena",
    contactFrequencyDays: 103,
    lastContactedAt: "2020-09-09",
    networkIds: ["{net 1}"],
  }, "lena"),
  step("post /contacts", {
    firstName: "Kira",
    contactFrequencyDays: 104,
    lastContactedAt: "2020-08-08",
    networkIds: ["{net 3}"],
  }, "kira"),
];
