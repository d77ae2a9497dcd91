// Reviews rest on the words of license texts, as digests. An analyser that reads words otherwise gives all texts other digests: then the stored ones are computed
// anew at the first start, with those in what reviews rest on, so that no review lapses because of an update.
import { ANALYZER_VERSION } from '@assay/scanner';
import { wordsDigest } from '@assay/scanner/evidence-digests';
import type { App } from '../app.ts';
import { beginMovingWords, eachStoredText, moveGrounds, moveWords } from '../db/inventories/text-words.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';
import { giveWay } from '../turns.ts';

export async function renewWordsOfTexts({ db }: Pick<App, 'db'>): Promise<void> {
  if ((await readSetting<{ analyzer: string }>(db, 'textWords')).analyzer === ANALYZER_VERSION) return;
  await db.transaction().execute(async (tx) => {
    await beginMovingWords(tx);
    for await (const texts of eachStoredText(tx)) {
      const words: string[] = [];
      for (const { text } of texts) {
        await giveWay();
        words.push(wordsDigest(text));
      }
      await moveWords(tx, texts, words);
    }
    await moveGrounds(tx);
    await writeSetting(tx, 'textWords', { analyzer: ANALYZER_VERSION });
  });
}
