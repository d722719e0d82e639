import type { CredentialKind } from "../contender.ts";
import type { Seeded } from "../seed.ts";

/** Requests that a key may make in any minute. */
const limit = 120;
const minute = 60_500;

/**
 * API keys and access tokens of every owner. Of an owner's keys each is used in turn and never for more than its 120
 * requests a minute: what is measured are answers, not refusals.
 */
export class Credentials {
  readonly #used: { next: number; times: Float64Array[] }[];

  private constructor(readonly seeded: Seeded, readonly tokens: string[]) {
    this.#used = seeded.owners.map(({ keys }) => ({
      next: 0,
      times: keys.map(() => new Float64Array(limit).fill(-Infinity)),
    }));
  }

  static async of(seeded: Seeded, projectUrl: string): Promise<Credentials> {
    const tokens = await Promise.all(seeded.owners.map((owner) => owner.accessToken(projectUrl)));
    return new Credentials(seeded, tokens);
  }

  /** Requests a second that all keys together may go on making. */
  get rate(): number {
    return this.seeded.owners.reduce((sum, { keys }) => sum + keys.length, 0) * limit / 60;
  }

  /**
   * The number of the owner's key whose turn it is.
   * @throws Error when every key has been used up: more are needed
   */
  takeKey(owner: number): number {
    const used = this.#used[owner]!;
    const turn = used.next++;
    const key = turn % used.times.length;
    const place = Math.floor(turn / used.times.length) % limit;
    const times = used.times[key]!;
    const now = performance.now();
    if (now - times[place]! < minute) {
      throw new Error(
        `The keys are used up (${
          Math.floor(this.rate)
        } requests a second in all): seed more of them.`,
      );
    }
    times[place] = now;
    return key;
  }

  /** The value of `Authorization`; takes the turn of a key where it is one. */
  header(owner: number, kind: CredentialKind): string {
    if (kind === "access token") return `Bearer ${this.tokens[owner]!}`;
    return `Bearer ${this.seeded.owners[owner]!.keys[this.takeKey(owner)]!}`;
  }
}
