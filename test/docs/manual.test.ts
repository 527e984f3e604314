import { describe, expect, it } from 'vitest';
import { brokenLinks, MANUAL_PAGES } from './links.ts';
import { payrunLines, refusalOf, samplesOf } from './samples.ts';

it('is found with its command lines', async () => {
  expect(MANUAL_PAGES.flatMap(payrunLines).length).toBeGreaterThan(50);
  expect(await refusalOf(['pay', 'june.csv', '--nope'])).toContain("'--nope'");
});

describe.each(MANUAL_PAGES)('%s', (page) => {
  it('has links to files and headings that are there', () => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('shows command lines that Payrun takes', async () => {
    const refusals = await Promise.all(payrunLines(page).map(refusalOf));
    expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
  });

  it('shows JSON that can be read', () => {
    for (const { language, text } of samplesOf(page)) if (language === 'json') JSON.parse(text);
  });
});
