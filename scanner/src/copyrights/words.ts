// The words that the readers of statements know. Facts of language and of business, no logic.

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** Legal forms that end an organisation's name, in lower case without dots. */
export const companyForms = words(
  'inc incorporated corp corporation co company companies ltd limited llc llp lp gmbh mbh ag ab sa sas sarl srl spa bv nv oy oyj asa aps kg kgaa kk ' +
    'pty plc pte pvt sl slu sro oü sprl bvba kft zrt oo s.r.o',
);

/** Written with a capital, these too end an organisation's name. */
export const organisationNouns = words(
  'Foundation University Institute Institution Group Laboratory Laboratories Labs Consortium Association Society Centre Center Department Project Team Community Technologies ' +
    'Systems Software Networks Solutions Industries Instruments Electronics Semiconductor Microsystems Computing Research Interest Initiatives Organization Organisation Committee Alliance Bank Authors Contributors',
);

export const conjunctions = words('and or and/or et und och og');
/** Words that join the words of a name. */
export const links = words(
  "of the for de del della di da do dos du des der den dem van von vom zu zur la le les el al a an at in ten ter to its his their as d l 't und bei am im bin ben y e",
);

/** Given names that in lower case are such words. */
export const givenNames = words('Ben Al Di Van Des');

/** Lower-case words for people, with which a holder may begin or end. */
export const groupWords = words(
  'contributors contributor authors author author(s) developers developer others other team teams group groups project projects community maintainers maintainer ' +
    'committers foundation university institute department division laboratory college school research affiliates affiliate affiliate(s) subsidiary subsidiaries ' +
    'subsidiary(-ies owners partners members employees volunteers association consortium friends porters',
);

/** What follows `copyright` where notices are spoken of and none is given, in lower case. */
export const noticeWords = words(
  'notice notices holder holders holder(s) owner owners law laws license licenses licence licences licensed protection protected protections statement statements message messages ' +
    'information info interest interests disclaimer disclaimers claim claims infringement infringements term terms act status page pages file files header headers text texts string strings ' +
    'label labels symbol symbols sign dates management policy policies treaty treaties permission permissions agreement agreements registration issue issues ownership assignment assignments ' +
    'right rights transfer grant grants and or and/or in on under from with that which this these those may must shall will can was were has have had not grant- clause clauses comment comments block line lines ' +
    'restrictions restriction patent patents trademark trademarks material materials data directives tag tags field fields check year years warning office clearance compliance blurb boilerplate banner template summary ' +
    'free if you your it we violation violations violated details detail section record records legal also does do',
);

/** At these a statement ends, wherever they stand. */
export const endWords = words(
  'All ALL Alle Tous Todos Tutti Wszelkie Všechna Все Всі 版权所有 版權所有 保留所有权利 保留所有權利 rights Rights RIGHTS reserved Reserved RESERVED licensed released distributed redistributed permission under see written modified created this is are was were has have had ' +
    'that which may can will shall with all portions please Please http Permission PERMISSION This SPDX-License-Identifier License: License-Identifier not all-rights-reserved THIS These Redistribution Redistributions',
);

/** Labels of a field that begin a line, and words for people that end a holder's name. */
export const peopleWords = words(
  'Author Authors Author(s) AUTHOR AUTHORS Maintainer Maintainers Contributor Contributors',
);

/** At these a statement ends when they begin a line, or when a lower-case word follows. */
export const openingWords = words(
  'Licensed LICENSED License LICENSE Licence Permissions Distributed Released This Those See Under Used You Your Unless Version VERSION Published Written Modified MODIFIED Created ' +
    'Contributed Developed Ported Description Contact Contents Email E-mail Homepage Website Available If No Not Subject Portions Parts Portion Some Any Most Original Reproduction It Its Do Use Using ' +
    'Based Derived Adapted Part Provided BEGIN END Except Everyone Verbatim Terms Notice NOTICE Warranty Note Warning Compiled Build Updated Last Changes Changed Converted Extracted Copying Where When Which ' +
    'Filename Module Name Title Purpose Status Revision Date Rewritten Hacked Fixed Added Split There Here For In On At By Also ' +
    'File FILE Source Redistribution Placed Many Support Configuration Routines Driver Reworked Re-worked Simulate Rewrite Permission To From With And As Is Has Can Please Removed Copied Taken',
);

/** What stands after the label `Copyright:` of package descriptions, and other words that are no holders. */
export const licenseNames = words(
  'gpl gplv2 gplv3 lgpl agpl gnu bsd mit apache mpl artistic restricted freeware commercial distributable public general agent man section',
);
