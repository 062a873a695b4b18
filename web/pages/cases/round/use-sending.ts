import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { Me } from "../../../../contract/accounts/session.ts";
import { ApiError } from "../../../app/api-error.ts";
import { toast } from "../../../app/toast.ts";
import { forgetCases } from "../report/cases-calls.ts";
import { myCasesQuery } from "./my-cases-query.ts";
import { sendReports } from "./report-queue.ts";

/** Milliseconds between attempts: the browser does not notice every network that is back. */
const EVERY = 30_000;

/** Sends what waits as the screen opens, when the network is back, and every half minute. @returns sends at once */
export function useSending(me: Me): () => void {
  const { email } = me;
  const client = useQueryClient();
  const send = useCallback(async () => {
    const sent = await sendReports(client, me).catch((error: unknown) => error);
    // Without a session the cases lead to signing in.
    if (sent instanceof ApiError) return void client.invalidateQueries(myCasesQuery(email));
    if (typeof sent !== "number" || sent === 0) return;
    toast({ title: t`Reports sent`, message: t`They are in the history of their cases.` });
    await Promise.all([client.invalidateQueries(myCasesQuery(email)), forgetCases(client)]);
  }, [client, me, email]);
  useEffect(() => {
    const sendNow = () => void send();
    sendNow();
    const timer = setInterval(sendNow, EVERY);
    const onOnline = () => {
      sendNow();
      void client.invalidateQueries(myCasesQuery(email));
    };
    window.addEventListener("online", onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [send, client, email]);
  return send;
}
