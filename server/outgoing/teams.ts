import type { Post } from "./safe-request.ts";
import { linesOf, oneLine, type Receipt, type ShortMessage, shortened } from "./short-message.ts";

/** In characters: with all escapes of JSON below the 28 kB that Teams takes of a message. */
const [MAX_TITLE, MAX_TEXT] = [200, 3000];

/**
 * Sends a message as an Adaptive Card to a workflow of Microsoft Teams ("When a Teams webhook request is received").
 * Such a workflow answers before its card is posted and returns no id of it, so that there are no threads.
 * @throws DeliveryError
 */
export async function sendToTeams(post: Post, url: string, message: ShortMessage): Promise<Receipt> {
  const { status } = await post({
    url,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      type: "message",
      attachments: [
        { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card(message) },
      ],
    }),
  });
  return { threadId: null, status };
}

/** Names are in runs of rich text: unlike text blocks, these know no Markdown, so that nothing needs to be escaped. */
function card({ title, text, link, linkLabel }: ShortMessage) {
  const run = (value: string, style: object) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: value, ...style }],
  });
  const heading = shortened(oneLine(title), MAX_TITLE);
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    fallbackText: heading,
    body: [
      run(heading, { weight: "Bolder", size: "Medium" }),
      ...linesOf(shortened(text, MAX_TEXT)).map((line) => run(line, {})),
    ],
    actions: [{ type: "Action.OpenUrl", title: linkLabel, url: link }],
    msteams: { width: "Full" },
  };
}
