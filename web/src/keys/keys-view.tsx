import { useState } from "preact/hooks";
import { listKeys } from "../api/kith.ts";
import type { ApiKey, CreatedApiKey } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { CreateKey } from "./create-key.tsx";
import { DeleteKey } from "./delete-key.tsx";
import { KeyTable } from "./key-table.tsx";
import { NewKey } from "./new-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

/** How many keys an account may have. */
export const keyLimit = 20;

export function KeysView() {
  const keys = useLoad(listKeys, []);
  // In memory only, and only while it is shown.
  const [created, setCreated] = useState<CreatedApiKey>();
  const [keyToRotate, setKeyToRotate] = useState<ApiKey>();
  const [keyToDelete, setKeyToDelete] = useState<ApiKey>();
  const { data, problem } = keys;

  const add = (key: CreatedApiKey) => {
    setCreated(key);
    if (!data) return keys.reload();
    const { key: _secret, ...rest } = key;
    keys.change({ ...data, data: [rest, ...data.data], total: data.total + 1 });
  };
  const replace = (key: CreatedApiKey) => {
    setKeyToRotate(undefined);
    setCreated(key);
    if (!data) return keys.reload();
    const { key: _secret, ...rest } = key;
    keys.change({ ...data, data: data.data.map((each) => each.id === key.id ? rest : each) });
  };
  const remove = (key: ApiKey) => {
    setKeyToDelete(undefined);
    announce(`The key ${key.name} is deleted.`);
    if (!data) return;
    const rest = data.data.filter(({ id }) => id !== key.id);
    keys.change({ ...data, data: rest, total: rest.length });
  };
  return (
    <View title="API keys">
      <p class="lead">
        An agent or a script that has a key can read and change all your contacts, notes and
        reminders. Give each one a key of its own, so that you can delete it separately.
      </p>
      {problem
        ? <Failed problem={problem} retry={keys.reload} />
        : !data
        ? <Loading what="keys" />
        : (
          <>
            <CreateKey full={data.total >= keyLimit} onCreated={add} onFull={keys.reload} />
            <section class="section">
              <h2 class="section-title">
                Your keys <span class="count">{data.total} of {keyLimit}</span>
              </h2>
              {data.total === 0
                ? (
                  <Empty icon="key" title="No keys yet">
                    <p>Create one above for your agent.</p>
                  </Empty>
                )
                : (
                  <KeyTable
                    keys={data.data}
                    onRotate={setKeyToRotate}
                    onDelete={setKeyToDelete}
                  />
                )}
            </section>
          </>
        )}
      {created && <NewKey created={created} onClose={() => setCreated(undefined)} />}
      {keyToRotate && (
        <RotateKey
          apiKey={keyToRotate}
          onRotated={replace}
          onClose={() => setKeyToRotate(undefined)}
        />
      )}
      {keyToDelete && (
        <DeleteKey
          apiKey={keyToDelete}
          onDeleted={() => remove(keyToDelete)}
          onClose={() => setKeyToDelete(undefined)}
        />
      )}
    </View>
  );
}
