const CLIENTS = 50;
const ROUNDS = 2;

/** Does something from fifty clients at once, each of them twice, one after the other. */
export async function fromAllClients(work: (number: number) => Promise<void>): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; round < ROUNDS; round++) await work(client * ROUNDS + round);
  });
  await Promise.all(clients);
}
