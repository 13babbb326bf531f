import { makePeople, type People } from './access-people.ts'
import * as lending from './access-records/lending.ts'
import * as people from './access-records/people.ts'
import * as treasury from './access-records/treasury.ts'
import { requestRaise } from './approval-action.ts'
import { checkBalance } from './balance-checks.ts'
import type { TestContext } from './context.ts'
import { makeCompany, makeWorker } from './factories.ts'
import { signatureUrl } from './png.ts'

/** Makes something at the first call; later calls return the same. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The records of a world, each made when a case first needs it. */
function recordsOf(all: People) {
  const { ctx, own } = all
  const activeLoan = once(() => lending.makeOwnActiveLoan(all))
  const document = once(() =>
    ctx.deps.db
      .selectFrom('document')
      .select('id')
      .where('user_id', '=', own.id)
      .where('kind', '=', 'CIF')
      .executeTakeFirstOrThrow(),
  )
  const session = once(() =>
    ctx.deps.db.selectFrom('session').select('id').where('user_id', '=', own.id).executeTakeFirstOrThrow(),
  )
  const offer = once(() => lending.makeOwnOffer(all))
  const payment = once(async () => lending.makePayment(all, await activeLoan()))
  const openLine = once(async () => treasury.makeOpenLine(all, (await payment()).bank_account))
  const bankAccount = once(() => treasury.makeBankAccount(all))
  return {
    ...{ activeLoan, document, session, bankAccount },
    payment,
    arrivedLoan: once(async () => lending.letArrive(all, await activeLoan())),
    openLine,
    matchedLine: once(async () => treasury.matchLine(all, await openLine(), await payment())),
    explainedLine: once(async () => treasury.explainLine(all, (await bankAccount()).withdrawal)),
    offer,
    shownContract: once(async () => lending.showOwnContract(all, await offer())),
    reviewedOrder: once(() => lending.makeReviewedOrder(all)),
    voucher: once(() => lending.makeVoucher(all)),
    /** A worker without records. */
    free: once(() => makeWorker(ctx)),
    former: once(() => makeWorker(ctx, { is_active: false })),
    emptyCompany: once(() => makeCompany(ctx)),
    passkey: once(() => people.makePasskey(all)),
    token: once(() => people.makePasswordToken(all)),
    apiToken: once(() => people.makeApiToken(all)),
    notification: once(() => people.makeNotification(all, { deleted: false })),
    deletedNotification: once(() => people.makeNotification(all, { deleted: true })),
    savedView: once(() => people.makeSavedView(all)),
    privacyRequest: once(() => people.requestPrivacy(all)),
    picture: once(() => people.uploadPicture(all)),
    import: once(() => people.uploadWorkers(all)),
    /** A workbook with an advance of a worker of its own. */
    loanBook: once(() => lending.makeLoanBook(all)),
    loanImport: once(() => lending.askLoanImport(all)),
    /** A raise that `own` asked for. */
    approval: once(() => requestRaise(ctx, own)),
    received: once(() => treasury.receiveMoney(all)),
    doubted: once(() => treasury.doubtMoney(all)),
    dismissed: once(() => treasury.dismissMoney(all)),
    takenBack: once(() => treasury.takeBackMoney(all)),
    check: once(() => checkBalance(ctx)),
    credited: once(() => treasury.creditMoney(all)),
    unusedAccount: once(() => treasury.makeUnusedAccount(all)),
    movementFile: once(() => treasury.makeMovementFile(all)),
    movement: once(() => treasury.makeMovement(all)),
    balanceCase: once(() => treasury.makeBalanceCase(all)),
    difference: once(() => treasury.makeDifference(all)),
    verification: once(() => treasury.makeVerification(all)),
  }
}

/**
 * Signs in a worker (`own`), another of the same company and one of another, two managers and an admin. The records of
 * `own` are made when a case first needs them.
 */
export async function makeWorld(ctx: TestContext) {
  const all = await makePeople(ctx)
  const acceptance = { signature: signatureUrl, latitude: 25.6866, longitude: -100.3161 }
  /** Turns two-factor sign-in of a caller on; returns the next code. */
  const turnedOn = new Map<string, Promise<string>>()
  const turnOnTwoFactor = (caller: keyof typeof all.callers) => {
    const code = turnedOn.get(caller) ?? people.turnOnTwoFactor(all, caller)
    turnedOn.set(caller, code)
    return code
  }
  return { ...all, records: recordsOf(all), acceptance, turnOnTwoFactor }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
