// Types of columns that read and write different types.
import type { ColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON columns are written as text, because arrays would become PostgreSQL arrays. */
export type Json<T> = ColumnType<T, string | undefined, string>;
