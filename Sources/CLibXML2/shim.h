#ifndef RSSIUM_CLIBXML2_SHIM_H
#define RSSIUM_CLIBXML2_SHIM_H

/* With ICU, libxml2's headers define UErrorCode otherwise than Foundation's do, which breaks builds of the tests. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <dlfcn.h>
#include <stdlib.h>
#include <libxml/HTMLtree.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xpathInternals.h>

/* The sonames of libxml2: the first since 2.14, the other before. The program runs with both, whatever the headers were,
   because it uses functions and the structs that callbacks get (xmlSAXHandler, xmlError), which all versions share. Those
   of the headers come first: a program that links libxml2 has them. */
#ifdef __APPLE__
#define RSSIUM_XML_NEWER "libxml2.16.dylib"
#define RSSIUM_XML_OLDER "libxml2.2.dylib"
#else
#define RSSIUM_XML_NEWER "libxml2.so.16"
#define RSSIUM_XML_OLDER "libxml2.so.2"
#endif
#if LIBXML_VERSION >= 21400
#define RSSIUM_XML_LIBRARY RSSIUM_XML_NEWER
#define RSSIUM_XML_OTHER_LIBRARY RSSIUM_XML_OLDER
#else
#define RSSIUM_XML_LIBRARY RSSIUM_XML_OLDER
#define RSSIUM_XML_OTHER_LIBRARY RSSIUM_XML_NEWER
#endif

/* libxml2 is not needed by the program that is linked: it drags in ICU and two more, which would cost every command
   half a millisecond. It is opened when something is first parsed, and each of its functions is then called through
   one of these pointers, which have libxml2's own prototypes as their types. All versions since 2.9 have these. */
#define RSSIUM_XML_FUNCTIONS(X) \
    X(xmlInitParser) X(xmlSetStructuredErrorFunc) \
    X(xmlCreatePushParserCtxt) X(xmlCtxtReset) X(xmlFreeParserCtxt) X(xmlCtxtUseOptions) \
    X(xmlParseChunk) X(xmlCtxtReadMemory) X(xmlStopParser) \
    X(xmlSAX2StartDocument) X(xmlSAX2InternalSubset) \
    X(xmlSAX2EntityDecl) X(xmlSAX2GetEntity) X(xmlSAX2GetParameterEntity) \
    X(xmlNewDoc) X(xmlFreeDoc) X(xmlCreateIntSubset) X(xmlAddDocEntity) X(xmlGetDocEntity) \
    X(xmlDictCreate) X(xmlDictLookup) X(xmlDictFree) \
    X(htmlNewDocNoDtD) X(xmlNewDocNode) X(xmlNewProp) X(xmlNewDocTextLen) X(xmlNewDocComment) X(xmlAddChild) \
    X(xmlXPathNewContext) X(xmlXPathFreeContext) X(xmlXPathOrderDocElems) X(xmlXPathFunctionLookup) \
    X(xmlXPathNodeEval) X(xmlXPathFreeObject) X(xmlXPathCastToString) X(xmlXPathCastNodeToString)

#define RSSIUM_XML_POINTER(NAME) __typeof__(&NAME) NAME;
/* Sendable: the pointers are set once and only read afterwards. */
typedef struct __attribute__((swift_attr("@Sendable"))) rssium_xml {
    RSSIUM_XML_FUNCTIONS(RSSIUM_XML_POINTER)
    /* xmlFree is a variable that holds a function. */
    xmlFreeFunc *free_function;
    /* Such as "20914". */
    const char *version;
} rssium_xml;
#undef RSSIUM_XML_POINTER

/* Fills the pointers from an opened library. Gives the name of the first that is not in it, else NULL. */
static inline const char *rssium_xml_load(rssium_xml *xml, void *library) {
#define RSSIUM_XML_FIND(NAME) \
    if (!(*(void **)&xml->NAME = dlsym(library, #NAME))) return #NAME;
    RSSIUM_XML_FUNCTIONS(RSSIUM_XML_FIND)
#undef RSSIUM_XML_FIND
    xml->free_function = (xmlFreeFunc *)dlsym(library, "xmlFree");
    if (!xml->free_function) return "xmlFree";
    const char *const *version = (const char *const *)dlsym(library, "xmlParserVersion");
    xml->version = version ? *version : (const char *)0;
    return xml->version ? (const char *)0 : "xmlParserVersion";
}

/* What follows has no functions. The fields are in the same places in all versions since 2.9, or since the one that is named. */

/* The nodes that an XPath gives, and how many; -1 if it gives another value. */
static inline int rssium_xpath_nodes(const xmlXPathObject *object, xmlNodePtr **nodes) {
    if (object->type != XPATH_NODESET) return -1;
    if (!object->nodesetval) return 0;
    *nodes = object->nodesetval->nodeTab;
    return object->nodesetval->nodeNr;
}

/* Limits the operations of all evaluations with a context; since 2.9.10. The depth of an expression has a limit anyway.
   The node that an expression begins at is the only one. */
static inline void rssium_xpath_begin(const rssium_xml *xml, xmlXPathContextPtr context, unsigned long operations) {
    if (atoi(xml->version) >= 20910) context->opLimit = operations;
    context->contextSize = context->proximityPosition = 1;
}

/* Whether a node is one of the document. A namespace is not: it is freed with the value. */
static inline int rssium_is_in_document(const xmlNode *node) { return node->type != XML_NAMESPACE_DECL; }

/* A number that the caller keeps in a node of a document; at first zero. */
static inline void rssium_set_number(xmlNodePtr node, size_t number) { node->_private = (void *)number; }
static inline size_t rssium_number(const xmlNode *node) { return (size_t)node->_private; }

#endif
