import type { Deps } from '../../../deps.ts'
import type { HealthCheck } from './health-check.ts'

async function questionFacts({ db, env }: Deps) {
  const { used } = await db
    .selectFrom('stp_query')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  return [
    { fact: 'questions', value: used },
    { fact: 'questions_limit', value: env.stp.queries_per_hour },
  ] as const
}

/** Lists STP's participants: uses one query of the hourly limit, from the share that staff may use. */
export const checkSTP: HealthCheck = async (deps, { step, signal }) => {
  const answer = await step('ask', () => deps.stp.listInstitutions({ purpose: 'staff', signal }))
  const questions = await questionFacts(deps)
  if (answer.outcome === 'listed') {
    const { institutions } = answer
    const connected = institutions.filter((institution) => institution.connected).length
    return {
      finding: institutions.length === 0 ? 'stp_no_answer' : 'stp_good',
      facts: [
        { fact: 'institutions', value: institutions.length },
        { fact: 'connected', value: connected },
        ...questions,
      ],
    }
  }
  const { reason, detail } = answer
  if (reason === 'closed') return { finding: 'stp_closed', facts: [...questions] }
  if (reason === 'budget' || reason === 'limit') return { finding: 'stp_budget', facts: [...questions] }
  return { finding: 'stp_no_answer', facts: [...questions], detail: `${reason}: ${detail}` }
}
