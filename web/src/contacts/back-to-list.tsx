import { useContext } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";
import { hrefOf } from "../shell/router.ts";
import { ListMemoryContext } from "./list/memory.ts";

/** The address of the contacts as they were seen last. */
export const useListAddress = () => useContext(ListMemoryContext).place?.hash ?? hrefOf("contacts");

/** Leads to the contacts as they were seen last: with the same filter, at the same row. */
export function BackToList() {
  return (
    <a class="back" href={useListAddress()}>
      <Icon name="back" />All contacts
    </a>
  );
}
