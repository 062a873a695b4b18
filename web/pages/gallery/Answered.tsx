import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

interface Props {
  /** Puts answers into what is known; what it leaves out stays on its way for ever. */
  fill: (client: QueryClient) => void;
  children: ReactNode;
}

/** Components that fetch their own figures, with these responses: nothing is requested from a server. */
export function Answered({ fill, children }: Props): ReactNode {
  const [client] = useState(() => {
    const made = new QueryClient({
      defaultOptions: { queries: { enabled: false, retry: false, staleTime: Infinity } },
    });
    fill(made);
    return made;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Makes a query fail. */
export function failing({ queryKey }: { queryKey: readonly unknown[] }): (client: QueryClient) => void {
  const queryFn = () => Promise.reject(new Error("The gallery has no server."));
  return (client) => void client.prefetchQuery({ queryKey, queryFn });
}
