// Translated notices of the GNU licenses give the version, as the English ones do.
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();

it.each([
  [
    'German',
    'GPL-2.0-or-later',
    'Dieses Programm ist freie Software. Sie können es unter den Bedingungen der GNU General Public License, wie von der Free Software Foundation veröffentlicht, weitergeben und/oder modifizieren, entweder gemäß Version 2 der Lizenz oder (nach Ihrer Option) jeder späteren Version.',
  ],
  [
    'German, in newer words',
    'GPL-3.0-or-later',
    'Dieses Programm ist Freie Software: Sie können es unter den Bedingungen der GNU General Public License, wie von der Free Software Foundation, Version 3 der Lizenz oder (nach Ihrer Wahl) jeder neueren veröffentlichten Version, weiter verteilen und/oder modifizieren.',
  ],
  [
    'German, of a library',
    'LGPL-2.1-or-later',
    'Diese Bibliothek ist freie Software; Sie dürfen sie unter den Bedingungen der GNU Lesser General Public License, wie von der Free Software Foundation veröffentlicht, weiterverteilen und/oder modifizieren; entweder gemäß Version 2.1 der Lizenz oder (nach Ihrer Option) jeder späteren Version.',
  ],
  [
    'French, with the translated name',
    'GPL-2.0-or-later',
    'Ce programme est un logiciel libre ; vous pouvez le redistribuer et/ou le modifier conformément aux dispositions de la Licence Publique Générale GNU, telle que publiée par la Free Software Foundation ; version 2 de la licence, ou encore (à votre choix) toute version ultérieure.',
  ],
  [
    'French',
    'GPL-3.0-or-later',
    'Ce programme est un logiciel libre ; vous pouvez le redistribuer ou le modifier suivant les termes de la GNU General Public License telle que publiée par la Free Software Foundation ; soit la version 3 de la licence, soit (à votre gré) toute version ultérieure.',
  ],
  [
    'Spanish',
    'GPL-3.0-or-later',
    'Este programa es software libre: usted puede redistribuirlo y/o modificarlo bajo los términos de la Licencia Pública General GNU publicada por la Fundación para el Software Libre, ya sea la versión 3 de la Licencia, o (a su elección) cualquier versión posterior.',
  ],
  [
    'Spanish, in other words',
    'GPL-2.0-or-later',
    'Este programa es software libre. Puede redistribuirlo y/o modificarlo bajo los términos de la Licencia Pública General de GNU según es publicada por la Free Software Foundation, bien de la versión 2 de dicha Licencia o bien (según su elección) de cualquier versión posterior.',
  ],
  [
    'Italian',
    'GPL-2.0-or-later',
    'Questo programma è software libero; è possibile redistribuirlo e/o modificarlo secondo i termini della GNU General Public License, come pubblicata dalla Free Software Foundation; o la versione 2 della licenza, o (a propria scelta) una versione successiva.',
  ],
  [
    'Portuguese',
    'GPL-3.0-or-later',
    'Este programa é software livre: você pode redistribuí-lo e/ou modificá-lo sob os termos da Licença Pública Geral GNU, conforme publicada pela Free Software Foundation, na versão 3 da Licença, ou (a seu critério) qualquer versão posterior.',
  ],
  [
    'Dutch',
    'GPL-3.0-or-later',
    'Dit programma is vrije software: u mag het herdistribueren en/of wijzigen onder de voorwaarden van de GNU General Public License zoals gepubliceerd door de Free Software Foundation, versie 3 van de licentie, of (naar keuze) een latere versie.',
  ],
  [
    'German, without later versions',
    'GPL-2.0-only',
    'Lizenz: GNU General Public License, Version 2. Die Lizenz der Datei ist nicht jede.',
  ],
])('%s: %s', (_, expected, text) => {
  expect(detectLicenses(index, Buffer.from(text)).spdx).toEqual([expected]);
});
