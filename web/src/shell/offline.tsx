import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";

/** Says so while the browser has no network. What failed is tried again when it is back. */
export function OfflineBanner() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener("online", follow);
    addEventListener("offline", follow);
    return () => {
      removeEventListener("online", follow);
      removeEventListener("offline", follow);
    };
  }, []);
  return (
    <div role="status">
      {!online && (
        <p class="offline">
          <Icon name="offline" />
          You are offline. What you see may be old; changes have to wait.
        </p>
      )}
    </div>
  );
}
