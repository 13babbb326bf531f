import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'
import { OutboxDialect } from './outbox-writer.ts'

const arrayOperators = new Map([
  ['in', '= any'],
  ['not in', '<> all'],
])

const arrayOperatorOf = (operator: OperationNode) =>
  OperatorNode.is(operator) ? arrayOperators.get(operator.operator) : undefined

/**
 * Writes a list of values as one array, `id = any($1)`, where Kysely writes `id in ($1, $2, …)`: the text of a statement
 * is the same for any number of values, and an empty list selects nothing.
 */
class ArrayQueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const arrayOperator = arrayOperatorOf(operator)
    if (arrayOperator === undefined || !PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(leftOperand)
    this.append(` ${arrayOperator}(`)
    this.appendValue(rightOperand.values)
    this.append(')')
  }
}

/** Kysely's dialect of PostgreSQL with lists of values as arrays, and commits that write events. */
export class ArrayDialect extends OutboxDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ArrayQueryCompiler()
  }
}
