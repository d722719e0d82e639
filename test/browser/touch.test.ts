import { expect, test } from "vitest";
import { people } from "./support/account.ts";
import { open, type Visit } from "./support/visit.ts";

/** Pages as a phone shows them. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** A finger that touches something, moves by so many pixels, and stays for a while. */
async function finger({ page }: Visit, text: string, by: { x?: number; y?: number }, stay = 0) {
  const target = page.getByText(text).first();
  // Waits until it stays where it is: what was done before may still move it.
  await target.tap({ trial: true });
  const { x, y, height } = (await target.boundingBox())!;
  const from = { x: x + 20, y: y + height / 2 };
  const touches = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part = 0) =>
    touches.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd"
        ? []
        : [{ x: from.x + (by.x ?? 0) * part, y: from.y + (by.y ?? 0) * part }],
    });
  // Without waiting for answers: a finger that rests because the machine is busy holds what is under it.
  await Promise.all([
    send("touchStart"),
    ...[0.1, 0.3, 0.6, 1].map((part) => send("touchMove", part)),
  ]);
  await page.waitForTimeout(stay);
  await send("touchEnd");
}

test("a finger ticks a reminder and puts it off, says that one talked, and puts people off", async () => {
  const it = await open("today", async ({ kith }) => {
    const contact = async (firstName: string) =>
      (await kith.contacts.create({
        firstName,
        contactFrequencyDays: 1,
        lastContactedAt: "2020-01-01",
      })).id;
    const [ana, ben] = [await contact("Ana"), await contact("Ben")];
    await kith.reminders.create({ title: "Call the school", dueAt: "2026-01-02" });
    await kith.reminders.create({ title: "Water the fern", dueAt: "2026-01-02" });
    return { ana, ben };
  }, phone);
  const { kith } = it.person;
  const reminders = async () => (await kith.reminders.list()).data;
  await it.see("Water the fern");
  await finger(it, "Water the fern", { x: 40 });
  expect((await reminders()).filter(({ completed }) => completed), "too short").toEqual([]);
  await finger(it, "Call the school", { x: 150 });
  await it.toast("Done: Call the school.").waitFor();
  await finger(it, "Water the fern", { x: -150 });
  await it.toast("Water the fern: now due").waitFor();
  expect((await reminders()).map(({ title, completed }) => [title, completed]).sort())
    .toEqual([["Call the school", true], ["Water the fern", false]]);
  await finger(it, "Ana", { x: 150 });
  await it.toast("You were in touch with Ana today.").waitFor();
  await finger(it, "Ben", { x: -150 });
  await it.toast("Ben: not before").waitFor();
  expect((await kith.contacts.get(it.ana)).needsContact).toBe(false);
  expect((await kith.contacts.get(it.ben)).needsContact).toBe(false);
});

test("a contact that is held is selected, and the page that is pulled down shows what is new", async () => {
  const it = await open("contacts", people("Ana", "Ben", "Cleo"), phone);
  await it.see("Cleo");
  await people("Dora")(it.person);
  await finger(it, "People", { y: 200 });
  await it.see("Dora");
  await finger(it, "Ben", {}, 700);
  await it.see(/^1 selected$/);
  expect(it.page.url(), "nobody is opened").toMatch(/contacts$/);
  await it.page.getByRole("checkbox", { name: "Cleo" }).tap();
  await it.see(/^2 selected$/);
});
