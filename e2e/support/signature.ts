import { seeded } from '../../apps/server/src/demo/random.ts'
import { drawSignature } from '../../apps/server/src/demo/signature.ts'

/** A signature as PNG data URL, for calls without a canvas. */
export const signature = drawSignature(seeded(7))
