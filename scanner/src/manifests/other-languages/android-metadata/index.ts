// Reads METADATA of Android, which describes the third-party code in a folder below external/.
// Format: https://android.googlesource.com/platform/tools/external_updater/+/refs/heads/main/metadata.proto

import type { ManifestReader } from '../../member.ts';
import { heldPackage } from '../../shared/held.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { type ProtoMessage, parseTextProto } from './text-proto.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The METADATA', (problems) => {
      const text = textOf(bytes);
      // Other tools use this file name too.
      if (!/^[ \t]*third_party[ \t]*:?\s{0,100}[{<]/m.test(text)) return [];
      const root = parseTextProto(text);
      if (typeof root === 'string') {
        problems.add(`The METADATA should be a protocol buffer in text form, but ${root}; nothing was read.`);
        return [];
      }
      const thirdParty = messageOf(root, 'third_party') ?? { fields: [] };
      const identifiers = messagesOf(thirdParty, 'identifier');
      const urls = [...identifiers, ...messagesOf(thirdParty, 'url')];
      const addressOf = (types: RegExp) =>
        textIn(
          urls.find((one) => types.test(textIn(one, 'type'))),
          'value',
        );
      const identifier = identifiers.find((one) => textIn(one, 'primary_source') === 'true') ?? identifiers[0];
      const repository = addressOf(/^(?:git|svn|hg|darcs)$/i);
      const version = textIn(thirdParty, 'version') || textIn(identifier, 'version');
      const purl = textIn(
        identifiers.find((one) => /^purl$/i.test(textIn(one, 'type'))),
        'value',
      );
      const name = textIn(root, 'name');
      if (name === '') {
        problems.add('"name" is missing; nothing was read.');
        return [];
      }
      const found = heldPackage(
        {
          name,
          purl,
          version,
          url: repository || addressOf(/^homepage$/i) || addressOf(/^archive$/i),
          downloadUrl: addressOf(/^archive$/i),
          description: textIn(root, 'description'),
          line: lineOf(root, 'name'),
          folder: '',
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

function messagesOf(message: ProtoMessage, name: string): ProtoMessage[] {
  return message.fields.flatMap((field) =>
    field.name === name && typeof field.value !== 'string' ? [field.value] : [],
  );
}

function messageOf(message: ProtoMessage, name: string): ProtoMessage | undefined {
  return messagesOf(message, name)[0];
}

/** '' when absent. */
function textIn(message: ProtoMessage | undefined, name: string): string {
  const field = message?.fields.find((one) => one.name === name && typeof one.value === 'string');
  return typeof field?.value === 'string' ? field.value.trim() : '';
}

function lineOf(message: ProtoMessage, name: string): number | undefined {
  return message.fields.find((field) => field.name === name)?.line;
}
