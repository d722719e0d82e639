import { memory, type ScaleStack, startScaleStack } from "../scale/data.ts";
import { openDatabaseChannel, openHttpChannel } from "../scale/channels.ts";
import { largeOwner } from "../scale/large.ts";
import { type ChannelPair, ordinaryOwner } from "../scale/ordinary.ts";
import type { Section } from "../section.ts";
import type { SeedSize } from "../seed.ts";

const each = { contactsPerOwner: 951, notesPerOwner: 4505, keysPerOwner: 1 };
/** A million contacts and four and a half million notes. */
const full: SeedSize = { ...each, owners: 999, large: { contacts: 50_000, notes: 100_000 } };
const fraction: SeedSize = { ...each, owners: 49, large: { contacts: 5_000, notes: 10_000 } };
const alone: SeedSize = { ...each, owners: 1 };

/** What anybody feels of everybody else's data, and of much data of their own. */
export const scaleSection: Section = async (context) => {
  const stacks: ScaleStack[] = [];
  const channels: ChannelPair[] = [];
  try {
    const all = await startScaleStack(context.quick ? fraction : full, context.progress);
    stacks.push(all);
    const one = await startScaleStack(alone, () => {}, all.now);
    stacks.push(one);
    for (const name of ["in the database", "over HTTP"] as const) {
      const open = name === "over HTTP" ? openHttpChannel : openDatabaseChannel;
      channels.push({ name, full: await open(all.stack), alone: await open(one.stack) });
    }
    const ordinary = await ordinaryOwner(all, one, channels, context);
    const large = await largeOwner(all, channels, context);
    return {
      title: "Scale",
      method: describe(context.quick ? fraction : full),
      tables: [...ordinary.tables, ...large.tables],
      goals: [...ordinary.goals, ...large.goals],
      skipped: [],
    };
  } finally {
    for (const { full, alone } of channels) await Promise.all([full.close(), alone.close()]);
    for (const { remove } of stacks) await remove();
  }
};

function describe({ owners, contactsPerOwner, notesPerOwner, large }: SeedSize): string {
  const contacts = owners * contactsPerOwner + large!.contacts;
  const notes = owners * notesPerOwner + large!.notes;
  return `${contacts} contacts and ${notes} notes of ${owners + 1} owners, one of whom has ` +
    `${large!.contacts} and ${
      large!.notes
    }; beside it a second database with one owner's same rows and nobody else's. ` +
    `One connection, call by call in turn, plans warmed up alike and the one owner's rows in memory on both sides; both with shared_buffers = ${memory}. ` +
    `"In the database" is kith_private.handle alone, "over HTTP" the function asked with an access token. Deep pages are ` +
    `each owner's own; the last one is the last that is full.`;
}
