/** Macros that stand where C expects nothing and that the C grammar cannot place. */
export interface AnnotationNames {
  /** Used alone: `__rcu`. */
  readonly object: readonly string[];
  /** Used with arguments: `__free(kfree)`. */
  readonly call: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * What every tree has, for when no header is at hand.
 * Source: include/linux/{compiler_attributes,compiler_types,compiler,init,cache,cleanup,linkage,percpu-defs}.h and
 * include/net/net_namespace.h, 6.1 and 6.12.
 */
export const ANNOTATIONS: AnnotationNames = {
  object: words(`
    __rcu __user __iomem __percpu __kernel __force __bitwise __nocast __private __safe
    __init __exit __initdata __initconst __exitdata __meminit __meminitdata __init_or_module __ref __refdata __refconst
    __net_init __net_exit __net_initdata __net_initconst __read_mostly __ro_after_init __page_aligned_data __page_aligned_bss
    __always_inline __always_unused __maybe_unused __used __must_check __weak __pure __cold __noreturn __malloc __deprecated
    __packed __cacheline_aligned __cacheline_aligned_in_smp ____cacheline_aligned ____cacheline_aligned_in_smp
    __aligned_largest __attribute_const__ __gnu_inline __visible __flatten __naked __noclone __nonstring __overloadable
    __designated_init __randomize_layout __no_randomize_layout __latent_entropy __uninitialized __tracepoint_string
    __sched __lockfunc __kprobes __cpuidle __noendbr __nocfi __no_kcsan __no_stack_protector __no_sanitize_address
    __no_sanitize_memory __no_sanitize_thread __no_sanitize_undefined __no_sanitize_or_inline __no_kasan_or_inline
    __no_profile __fix_address __bpf_kfunc __softirq_entry __preserve_most __signed_wrap
    noinline noinline_for_stack noinline_for_tracing noinstr notrace nokprobe_inline asmlinkage
    INDIRECT_CALLABLE_SCOPE TC_INDIRECT_SCOPE`),
  call: words(`
    __attribute__ __attribute __aligned __section __printf __scanf __alias __alloc_size __assume_aligned __cleanup __free
    __compiletime_error __compiletime_warning __copy __counted_by __counted_by_le __counted_by_be __diagnose_as __nonnull
    __no_sanitize __pass_object_size __realloc_size __deprecated_msg __context__ __guarded_by
    __must_hold __acquires __releases __cond_acquires __cond_releases __must_hold_shared __acquires_shared
    __releases_shared __acquire_shared __release_shared`),
};

/** Words that a replacement text of annotations alone may hold besides the names found so far. */
const ATTRIBUTE = /^(?:(?:__attribute__|__attribute|__section|__aligned|__cleanup)\b|\[\[)/;

/** Names that look like annotations in a header and are not. */
const NOT_ANNOTATIONS = new Set([
  'inline',
  '__inline',
  '__inline__',
  'asm',
  'volatile',
  '__volatile__',
  'fallthrough',
]);

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([^)\n]*\))?[ \t]*((?:\\\r?\n|[^\n])*)/gm;

/**
 * The annotations that a header defines: a macro is one when its text begins with an attribute or consists of known
 * annotations, or when it is a word with two leading underscores that stands for nothing. An empty macro with
 * arguments is none: under another configuration it may be a function, and its calls must not be lost. A name without
 * underscore is none either: `INIT` in one header is a constant in another.
 * @param header text of a header, e.g. include/linux/compiler_types.h
 */
export function annotationNames(header: string): AnnotationNames {
  const known = new Set([...ANNOTATIONS.object, ...ANNOTATIONS.call]);
  const object = new Set<string>();
  const call = new Set<string>();
  for (const [, name = '', parameters, replacement = ''] of header.matchAll(DEFINE)) {
    if (NOT_ANNOTATIONS.has(name) || !name.includes('_')) continue;
    const takesArguments = parameters !== undefined;
    if (!annotates(name, takesArguments, replacement, known)) continue;
    known.add(name);
    (takesArguments ? call : object).add(name);
  }
  return { object: [...object], call: [...call] };
}

function annotates(
  name: string,
  takesArguments: boolean,
  replacement: string,
  known: ReadonlySet<string>,
): boolean {
  const text = replacement
    .replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, ' ')
    .replace(/\\\r?\n/g, ' ')
    .trim();
  if (text === '') return !takesArguments && /^__[a-z]/.test(name) && !/_h_*$/i.test(name);
  if (ATTRIBUTE.test(text)) return !/;|\{/.test(text);
  return text
    .split(/\s+/)
    .every(word => known.has(word.replace(/\(.*$/, '')) && /^\w+(?:\(.*\))?$/.test(word));
}
