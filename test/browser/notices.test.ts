import { expect, test } from "vitest";
import { people } from "./support/account.ts";
import { noticeMeeting } from "./support/auth.ts";
import { open, type Visit } from "./support/visit.ts";

/** A browser that may be told: without a network of its own it has a push service that says what it says. */
async function withPushService({ page }: Visit): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = function (options) {
      const key = String(options!.applicationServerKey);
      const subscription = {
        toJSON: () => ({
          endpoint: `https://fcm.googleapis.com/fcm/send/${key.slice(0, 20)}`,
          keys: { p256dh: key, auth: "A".repeat(22) },
        }),
      };
      return Promise.resolve(subscription as unknown as PushSubscription);
    };
  });
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

test("the first reminder brings the offer to be reminded here, once", async () => {
  const it = await open("today", async ({ kith }) => {
    await kith.reminders.create({ title: "Call", dueAt: new Date().toISOString() });
  });
  await withPushService(it);
  await it.press("Remind me here");
  await it.gone(it.page.getByText("Kith can remind you"));
  const { data: [channel] } = await it.person.kith.channels.list();
  expect(channel).toMatchObject({ kind: "webPush", verifiedAt: expect.any(String) });
  await it.page.reload();
  await it.see("Call");
  await it.gone(it.page.getByText("Kith can remind you"));
});

test("a browser that allows no messages says so, and one with a new subscription is told there", async () => {
  const it = await open("profile");
  it.expectOnConsole(/Push API in incognito mode|permission/);
  await it.press("Remind me here");
  await it.see("This browser allows no messages from Kith.");
  await withPushService(it);
  await it.press("Remind me here");
  await it.button("Switch off").waitFor();
  await it.gone(it.button("Remind me here"));
  const channels = async () => (await it.person.kith.channels.list()).data;
  const [before] = await channels();
  await it.page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith("kith-push:")) localStorage[name] = "old https://fcm.googleapis.com/old";
    }
    PushManager.prototype.getSubscription = function () {
      return this.subscribe({ applicationServerKey: "B".repeat(87) });
    };
  });
  await it.follow("Today");
  await expect.poll(async () => (await channels()).length).toBe(2);
  expect((await channels()).map(({ id }) => id)).toContain(before!.id);
  await it.page.goBack();
  await it.page.getByRole("button", { name: "Try it" }).first().click();
  await it.see("A message is on its way.");
  await it.page.getByRole("button", { name: "What was sent" }).first().click();
  await it.see(/test: (waiting|sent)/);
});

test("signing out ends what this browser is told", async () => {
  const it = await open("profile");
  await withPushService(it);
  await it.press("Remind me here");
  await it.button("Switch off").waitFor();
  await it.page.evaluate(() => {
    PushManager.prototype.getSubscription = () => {
      const unsubscribe = () => Promise.resolve(localStorage["unsubscribed"] = true);
      return Promise.resolve({ unsubscribe } as unknown as PushSubscription);
    };
  });
  await it.fromMenu("Sign out");
  await it.title("Sign in");
  expect(await it.page.evaluate(() => localStorage["unsubscribed"])).toBe("true");
});

test("a message opens the view that it is about", async () => {
  const it = await open("today", people("Zoë"));
  const { page } = it;
  await withPushService(it);
  const [contact] = await it.person.contacts();
  const path = `#/contacts/${contact!.id}`;
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations: [registration] }) => registration && resolve(registration.registrationId),
    )
  );
  await session.send("ServiceWorker.enable");
  const data = { title: "Kith", text: "Zoë’s birthday", path, topic: "digest" };
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(data),
  });
  const shown = () =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications();
      return notices.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  await expect.poll(shown).toEqual([
    { title: "Kith", body: "Zoë’s birthday", tag: "digest", data: path },
  ]);
});

test("a calendar is read from the profile, and goes there", async () => {
  const it = await open("profile");
  await it.fill("Secret address of a calendar", "webcal://calendar.example.com/private/basic.ics");
  await it.press("Add");
  await it.see("calendar.example.com");
  await it.press("Note by itself");
  await it.button("Ask me first").waitFor();
  const { data: [calendar] } = await it.person.kith.calendars.list();
  expect(calendar).toMatchObject({ name: "calendar.example.com", mode: "log" });
  await it.press("Remove");
  await expect.poll(async () => (await it.person.kith.calendars.list()).total).toBe(0);
});

test("a meeting that was noticed stands on Today, and becomes a note or is dismissed", async () => {
  const it = await open("today", async (person) => {
    const { ids } = await people("Anna", "Ben")(person);
    await noticeMeeting(person, "Team lunch", [ids.Anna, ids.Ben]);
  });
  await it.see("Anna");
  await it.press("Note it");
  await it.see("Team lunch is noted.");
  const [note] = await it.person.notes();
  expect(note).toMatchObject({ content: "Team lunch" });
  expect(note!.contactIds).toHaveLength(2);
  await it.gone(it.button("Note it"));
});
