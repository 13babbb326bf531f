import type { Assistance } from '@quincena/domain/assistances/schema'
import type { Db } from '../../db/types.ts'

/** Offers of assistance by category, both in the order of their positions. */
export async function listAssistances(db: Db): Promise<{ name: string; assistances: Assistance[] }[]> {
  const rows = await db
    .selectFrom('assistance')
    .select(['category', 'id', 'name', 'description', 'url', 'image'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const categories = Map.groupBy(rows, ({ category }) => category)
  return [...categories].map(([name, offers]) => ({
    name,
    assistances: offers.map(({ category: _, ...offer }) => offer),
  }))
}
