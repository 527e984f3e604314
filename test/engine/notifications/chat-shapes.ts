import { z } from 'zod';

const text = (most: number) => z.string().min(1).max(most);
const link = z.url({ protocol: /^https?$/ }).max(3_000);

/** What an incoming webhook of Slack takes of Block Kit, as https://docs.slack.dev/reference/block-kit/blocks has it. */
export const slackShape = z.strictObject({
  text: text(40_000),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('section'),
          text: z.strictObject({ type: z.literal('mrkdwn'), text: text(3_000), verbatim: z.boolean().optional() }),
        }),
        z.strictObject({
          type: z.literal('actions'),
          elements: z
            .array(
              z.strictObject({
                type: z.literal('button'),
                text: z.strictObject({ type: z.literal('plain_text'), text: text(75) }),
                url: link,
                style: z.enum(['primary', 'danger']).optional(),
              }),
            )
            .min(1)
            .max(25),
        }),
      ]),
    )
    .min(1)
    .max(50),
});

const weight = z.enum(['Default', 'Lighter', 'Bolder']).optional();
const spacing = z.enum(['None', 'Small', 'Default', 'Medium', 'Large']).optional();

/** A message of one adaptive card, as webhooks of Teams take it, with the elements of schema 1.4 that Payrun uses. */
export const teamsShape = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.literal('1.4'),
        body: z
          .array(
            z.strictObject({
              type: z.literal('RichTextBlock'),
              spacing,
              inlines: z
                .array(
                  z.strictObject({
                    type: z.literal('TextRun'),
                    text: z.string().min(1),
                    weight,
                    size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
                    color: z.enum(['Default', 'Warning', 'Attention', 'Good', 'Accent']).optional(),
                  }),
                )
                .min(1),
            }),
          )
          .min(1),
        actions: z
          .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: link }))
          .max(6),
      }),
    }),
  ]),
});

/** More is refused by Teams as "MessageSizeExceeded", with its own properties counted. */
export const TEAMS_BYTES = 24_000;
