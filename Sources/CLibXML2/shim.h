#ifndef RSSIUM_CLIBXML2_SHIM_H
#define RSSIUM_CLIBXML2_SHIM_H

/* With ICU, libxml2's headers define UErrorCode otherwise than Foundation's do, which breaks builds of the tests. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/uri.h>
#include <libxml/xmlerror.h>

/* The library whose structs are laid out as these headers say. */
#if defined(__APPLE__) && LIBXML_VERSION >= 21400
#define RSSIUM_XML_LIBRARY "libxml2.16.dylib"
#elif defined(__APPLE__)
#define RSSIUM_XML_LIBRARY "libxml2.2.dylib"
#elif LIBXML_VERSION >= 21400
#define RSSIUM_XML_LIBRARY "libxml2.so.16"
#else
#define RSSIUM_XML_LIBRARY "libxml2.so.2"
#endif

/* libxml2 is not needed by the program that is linked: it drags in ICU and two more, which would cost every command
   half a millisecond. It is opened when something is first parsed, and each of its functions is then called through
   one of these pointers, which have libxml2's own prototypes as their types. */
#define RSSIUM_XML_FUNCTIONS(X) \
    X(xmlInitParser) X(xmlSetStructuredErrorFunc) \
    X(xmlNewParserCtxt) X(xmlFreeParserCtxt) X(xmlCtxtUseOptions) X(xmlCtxtResetPush) X(xmlParseChunk) \
    X(xmlCtxtReadMemory) X(xmlCtxtGetLastError) X(xmlStopParser) \
    X(xmlFreeDoc) X(xmlSAX2GetEntity) X(xmlCreateIntSubset) X(xmlAddDocEntity) \
    X(htmlNewParserCtxt) X(htmlFreeParserCtxt) X(htmlCtxtUseOptions) X(htmlParseDocument) \
    X(xmlNewInputStream) X(inputPush) X(xmlSwitchEncoding)

#define RSSIUM_XML_POINTER(NAME) __typeof__(&NAME) NAME;
/* Sendable: the pointers are set once and only read afterwards. */
typedef struct __attribute__((swift_attr("@Sendable"))) rssium_xml {
    RSSIUM_XML_FUNCTIONS(RSSIUM_XML_POINTER)
    /* xmlFree is a variable that holds a function. */
    xmlFreeFunc *free_function;
} rssium_xml;
#undef RSSIUM_XML_POINTER

/* Fills the pointers from an opened library. Gives the name of the first that is not in it, else NULL. */
static inline const char *rssium_xml_load(rssium_xml *xml, void *library) {
#define RSSIUM_XML_FIND(NAME) \
    if (!(*(void **)&xml->NAME = dlsym(library, #NAME))) return #NAME;
    RSSIUM_XML_FUNCTIONS(RSSIUM_XML_FIND)
#undef RSSIUM_XML_FIND
    xml->free_function = (xmlFreeFunc *)dlsym(library, "xmlFree");
    return xml->free_function ? (const char *)0 : "xmlFree";
}

#endif
