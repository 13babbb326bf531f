import type { approval } from '@quincena/domain/approvals/schema'
import type { z } from 'zod'

type ApprovalAnswer = z.input<typeof approval>

/** An open approval of another user in the API's format, amounts in pesos; `given` overrides its fields. */
export function approvalOf(given: Partial<ApprovalAnswer> = {}): ApprovalAnswer {
  return {
    id: 40,
    action: 'refund.release',
    subject: 'user',
    subject_id: 9,
    state: 'open',
    title: 'Devolver saldo a favor',
    amount: 1_368.55,
    person: 'María López',
    lines: [{ label: 'Saldo a favor', before: '$1,368.55', value: '$0.00' }],
    requested_by: 2,
    requester: 'Gabriela Núñez',
    requested_at: '2026-12-15T18:00:00Z',
    deciders: 'staff',
    deciders_count: 2,
    decider: null,
    decided_at: null,
    reason: null,
    ...given,
  }
}
