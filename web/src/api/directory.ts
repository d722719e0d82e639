/** Reads everybody for the directory that is kept on the device. */
import { useEffect, useRef } from "preact/hooks";
import { pageSizes } from "../../../functions/kith/core/limits.ts";
import { shownAccountId } from "../base/account.ts";
import { useRefresh } from "../hooks/load.ts";
import {
  directoryFields,
  directoryTime,
  keepDirectory,
  type Listed,
} from "../offline/directory.ts";
import { kithOfShownAccount } from "./kith.ts";
import { writesSoFar } from "./session-fetch.ts";

/** Milliseconds after which it is read: later than what the first view needs. */
const idle = 4_000;
/** Milliseconds for which it is not read again, and for which not where nothing was changed here. */
const [shortest, longest] = [60_000, 3_600_000];
/** Of larger accounts the first contacts are kept. */
const mostPages = 25;

async function read(): Promise<Listed[]> {
  const { contacts } = kithOfShownAccount();
  const query = {
    fields: directoryFields.join(),
    sort: "createdAt",
    pageSize: pageSizes.most,
  } as const;
  const everybody: Listed[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const { data, total } = await contacts.list({ ...query, page });
    everybody.push(...data as Listed[]);
    if (everybody.length >= total) break;
  }
  return everybody;
}

/** Keeps everybody of the account on the device: some seconds after the page is there, and after changes. */
export function useDirectory(account: string): void {
  const written = useRef(-1);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const renew = async () => {
    const age = Date.now() - await directoryTime(account);
    const isChanged = written.current !== writesSoFar();
    if (!navigator.onLine || age < (isChanged ? shortest : longest)) return;
    const writes = writesSoFar();
    await keepDirectory(account, read, () => shownAccountId() === account);
    written.current = writes;
  };
  const soon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void renew().catch((error) => console.debug(error)), idle);
  };
  useRefresh(soon);
  useEffect(() => {
    soon();
    return () => clearTimeout(timer.current);
  }, [account]);
}
