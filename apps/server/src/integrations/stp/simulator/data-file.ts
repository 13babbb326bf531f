import { join } from 'node:path'

/** The file of the orders: the path itself if it ends in `.jsonl`, else `stp-orders.jsonl` in that folder. */
export function dataFile(path: string): string {
  return path.endsWith('.jsonl') ? path : join(path, 'stp-orders.jsonl')
}
