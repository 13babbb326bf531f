import { expect, test } from 'vitest'
import { activeTab, hasBottomTabs } from './bottom-tabs.ts'

test.each([
  ['/app/home', 'home'],
  ['/app/notifications-user', 'home'],
  ['/app/products', 'products'],
  ['/app/requests', 'requests'],
  ['/app/credit-request-approved/3', 'requests'],
  ['/app/documentation', 'profile'],
  ['/app/onboarding', null],
])('%s lights %s', (path, tab) => {
  expect(activeTab(path)).toBe(tab)
})

test.each([
  ['/app/home', true],
  ['/app/documentation', true],
  ['/app/credit-request-approved/3', false],
  ['/app/advance-request-approved/3', false],
  ['/app/new-credit', false],
  ['/app/credit-detail/3', false],
  ['/app/documents-anticipation', false],
  ['/app/onboarding', false],
])('%s shows the tabs: %s', (path, shown) => {
  expect(hasBottomTabs(path)).toBe(shown)
})
