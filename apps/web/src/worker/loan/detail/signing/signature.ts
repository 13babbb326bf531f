import type { AcceptBody } from '@quincena/domain/loans/bodies'

/** A drawn signature with its strokes, or the picture of a typed name with the name. */
export type Signature = Pick<AcceptBody, 'signature' | 'strokes' | 'typed_name'>
