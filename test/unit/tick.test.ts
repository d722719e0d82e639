import { expect, it, vi } from "vitest";
import type { Dependencies } from "../../functions/kith/core/call.ts";
import { sha256 } from "../../functions/kith/core/sha256.ts";
import { tickRoutes } from "../../functions/kith/service/tick.ts";

it("a part of a tick that fails keeps none of the others from it, and is reported", async () => {
  const down = vi.fn(() => Promise.reject(new Error("It is down.")));
  const names = ["takeDeliveries", "takeWebhooks", "takeCalendars"] as const;
  for (const broken of ["tick", ...names]) {
    const parts = Object.fromEntries(names.map((name) => [name, vi.fn(() => Promise.resolve([]))]));
    const database = { tick: vi.fn(() => Promise.resolve(null)), ...parts, [broken]: down };
    const photos = { sweep: vi.fn(() => Promise.resolve(0)) };
    const secret = "kith_tick_secret";
    const dependencies = { database, photos, tickSha256: sha256(secret), waitUntil() {} };
    const headers = new Headers({ authorization: `Bearer ${secret}` });
    const handler = tickRoutes[0]!.handler!;
    const call = { dependencies: dependencies as unknown as Dependencies, headers };
    await expect(handler(call as Parameters<typeof handler>[0]), broken)
      .rejects.toThrow("It is down.");
    for (const part of [...Object.values(database), photos.sweep]) expect(part).toHaveBeenCalled();
    down.mockClear();
  }
});
