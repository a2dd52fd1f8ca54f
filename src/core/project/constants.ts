/** What constant arguments say about the branches of the functions they are passed to. */
import { type Call, type FunctionFacts, type Guard, isConstant, rulesOut } from '../facts';

/** What was passed for a function's parameters, where it is a constant. */
export type Constants = ReadonlyMap<string, string>;

export const NO_CONSTANTS: Constants = new Map();

/**
 * The constants that a call passes for parameters which decide something in the callee or below it.
 * @param caller facts of the function that calls, with `known` for its own parameters
 * @param callee null where its body is not at hand
 */
export function constantsFor(
  { args }: Call,
  caller: FunctionFacts,
  known: Constants,
  callee: FunctionFacts | null,
): Constants {
  if (!callee) return NO_CONSTANTS;
  const constants = new Map<string, string>();
  callee.parameters.forEach(({ name, keepsValue }, at) => {
    const argument = args[at];
    if (argument === undefined || !keepsValue) return;
    const isHandedOn = caller.parameters.some(own => own.keepsValue && own.name === argument);
    const value = isHandedOn ? known.get(argument) : argument;
    // few arguments are constants: the callee is only read for those
    if (value !== undefined && isConstant(value) && decides(callee, name)) constants.set(name, value);
  });
  return constants;
}

/** Whether a call or loop stands in a branch that these constants of its function do not take. */
export const isRuledOut = (
  { guards }: { readonly guards?: readonly Guard[] },
  constants: Constants,
): boolean =>
  guards?.some(guard => {
    const value = constants.get(guard.parameter);
    return value !== undefined && rulesOut(guard, value);
  }) ?? false;

/** Whether what is called in a function may depend on a parameter's value: a branch asks for it, or it is handed on. */
const decides = ({ calls, loops }: FunctionFacts, parameter: string): boolean =>
  calls.some(({ args, guards }) => args.includes(parameter) || isAsked(guards, parameter)) ||
  loops.some(({ guards }) => isAsked(guards, parameter));

const isAsked = (guards: readonly Guard[] | undefined, parameter: string): boolean =>
  guards?.some(guard => guard.parameter === parameter) ?? false;
