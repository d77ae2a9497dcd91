// In which words two texts differ.
import { differencePieces } from '../../domain/licenses/text-differences.ts';
import { Model, OneOf, Type } from './schemas.ts';

export const TextDifference = Model('LicenseTextDifference', {
  pieces: Type.Array(
    Model('LicenseTextPiece', {
      piece: OneOf(
        differencePieces,
        'In both texts, only in the found or later one, or only in that of the library or the former one',
      ),
      text: Type.String({ description: 'Words with single blanks between them' }),
    }),
    { description: 'In the order of the text' },
  ),
  added: Type.Integer({ description: 'Words that only the found or later text has' }),
  removed: Type.Integer({ description: 'Words that only the text of the library or the former one has' }),
});
