// What an XML schema says of elements: their attributes, texts, and the order of what is in them.
import type { SimpleType } from './xml-values.ts';

export interface XmlType {
  /** Required attributes have `isRequired`. */
  attributes: ReadonlyMap<string, { type: SimpleType; isRequired: boolean }>;
  /** Attributes without a prefix that the schema does not name are allowed. */
  allowsOtherAttributes: boolean;
  /** Of the text; undefined where only elements are allowed. */
  text: SimpleType | undefined;
  /** Undefined where no elements are allowed. */
  content: ContentModel | undefined;
  isMixed: boolean;
}

export interface XmlDeclaration {
  name: string;
  /** An empty element stands for this text. */
  hasDefault: boolean;
  /** Read when it is first used, as types contain each other. Undefined where the schema allows anything. */
  type(): XmlType | undefined;
}

export interface Position {
  /** Undefined for elements of other namespaces. */
  declaration: XmlDeclaration | undefined;
  next: Set<Position>;
}

export interface ContentModel {
  /** The places from which an element may begin. */
  first: ReadonlySet<Position>;
  /** Those after which nothing is missing. */
  last: ReadonlySet<Position>;
  isOptional: boolean;
}
