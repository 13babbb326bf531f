import { expect, test } from 'vitest'
import { activeTab, hasBottomTabs } from './bottom-tabs.ts'

/** The specification's four groups; a path without a group belongs to the tab that opens it. */
const groups = {
  home: ['home', 'news-list', 'new-credit', 'new-advance', 'download-history', 'notifications-user'],
  products: ['products'],
  requests: [
    ...['requests', 'credit-detail/3', 'anticipation-detail/3', 'rejected-detail/3'],
    ...['credit-request-approved/3', 'advance-request-approved/3'],
  ],
  profile: [
    ...['profile', 'personal-data', 'documentation', 'security', 'notifications', 'privacy', 'terms'],
    ...['consents', 'help-support', 'edit-profile', 'bank-staff', 'change-password', 'faq'],
  ],
}

test.each([
  ...Object.entries(groups).flatMap(([tab, paths]) => paths.map((path) => [`/app/${path}`, tab] as const)),
  ['/app/onboarding', null] as const,
])('%s marks the tab %s [E2.68]', (path, tab) => {
  expect(activeTab(path)).toBe(tab)
})

const without = [
  ...['new-credit', 'new-credit-request/3', 'new-advance', 'new-advance-request/3', 'news-list'],
  ...['credit-detail/3', 'anticipation-detail/3', 'rejected-detail/3', 'details-advance-request'],
  ...['documents-anticipation', 'edit-profile'],
  ...['credit-request-approved/3', 'advance-request-approved/3', 'onboarding'],
]
const shown = Object.values(groups)
  .flat()
  .filter((path) => !without.includes(path))

test.each([
  ...shown.map((path) => [`/app/${path}`, true] as const),
  ...without.map((path) => [`/app/${path}`, false] as const),
])('shows the tabs at %s: %s [E2.67]', (path, isShown) => {
  expect(hasBottomTabs(path)).toBe(isShown)
})
